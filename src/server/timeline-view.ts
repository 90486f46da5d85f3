// The timeline of a session with the steps of its window and its bill.
import { buildTimeline } from '../render/timeline/build-timeline.ts';
import type { ContextAnalysis } from './analysis/analyse-context.ts';
import type { Step, TimelineAnswer } from './api.ts';
import type { SessionModel } from './model/session-model.ts';

export function viewTimeline(model: SessionModel, analysis: ContextAnalysis | undefined): TimelineAnswer {
  const { conversation } = model.view().web.transcript;
  const steps = (analysis?.steps ?? []).flatMap(([time, turn, line, context, costUSD, requests]): Step[] =>
    typeof time === 'number' ? [{ time, turn, line, context, costUSD, requests }] : [],
  );
  return { ...buildTimeline(conversation, model.tree), steps };
}
