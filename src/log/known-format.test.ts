import { describe, expect, test } from 'vitest';
import { isKnownType, KNOWN_SHAPES, KNOWN_TYPES } from './known-format.ts';

describe('the known format', () => {
  test('[E1] knows every entry type of the rule and clew’s own, and no others', () => {
    const rule =
      'user assistant system summary file-history-snapshot file-history-delta queue-operation progress attachment ' +
      'last-prompt custom-title ai-title agent-name mode permission-mode pr-link frame-link tools-used cost-state ' +
      'atis-latch api-request api-request-shape api-request-blob snapshot clew-cut';
    expect([...KNOWN_TYPES.keys()].sort()).toEqual(rule.split(' ').sort());
    expect([isKnownType('user'), isKnownType('(none)'), isKnownType('constructor')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('[E2] knows the system subtypes', () => {
    const rule =
      'compact_boundary microcompact_boundary turn_duration stop_hook_summary api_error local_command away_summary ' +
      'bridge_status informational scheduled_task_fire model_refusal_fallback (none)';
    const known = [...KNOWN_SHAPES.keys()].filter((shape) => shape.startsWith('system/'));
    expect(known.sort()).toEqual(
      rule
        .split(' ')
        .map((subtype) => `system/${subtype}`)
        .sort(),
    );
  });

  test('[M7] knows the blocks of the rule', () => {
    const rule =
      'text thinking redacted_thinking tool_use tool_result image document server_tool_use fallback tool_reference';
    const known = [...KNOWN_SHAPES.keys()].flatMap(
      (shape) => /^(?:result-)?block\/(.*)$/.exec(shape)?.[1] ?? [],
    );
    expect([...new Set(known)].sort()).toEqual(rule.split(' ').sort());
  });

  test('names the fields of nested objects with their path, and every linked entry’s common fields', () => {
    expect(KNOWN_SHAPES.get('attachment/queued_command')?.fields).toEqual(
      expect.arrayContaining(['uuid', 'attachment', 'attachment.prompt', 'attachment.source_uuid']),
    );
    expect(KNOWN_SHAPES.get('system/compact_boundary')?.fields).toEqual(
      expect.arrayContaining(['logicalParentUuid', 'compactMetadata', 'compactMetadata.preservedSegment']),
    );
    expect(KNOWN_SHAPES.get('progress/bash_progress')?.fields).toContain('data.elapsedTimeSeconds');
  });

  test('a shape of which only the name is known is open', () => {
    expect(KNOWN_SHAPES.get('cost-state')?.fields).toBe('open');
  });
});
