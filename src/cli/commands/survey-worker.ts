// The thread that surveys beside the main one: gets a stretch of files, tells how far it has come, and sends back its share.
import { parentPort } from 'node:worker_threads';
import { type SurveyShare, type SurveySource, surveyShare } from './survey-share.ts';

export type SurveyMessage = { readonly bytes: number } | { readonly share: SurveyShare };

parentPort?.once('message', async (sources: readonly SurveySource[]) => {
  const send = (message: SurveyMessage): void => parentPort?.postMessage(message);
  send({ share: await surveyShare(sources, { onBytes: (bytes) => send({ bytes }) }) });
});
