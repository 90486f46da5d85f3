// The ledger of a talk, whose items must add up to every request's context.
import { expect } from 'vitest';
import type { Conversation } from '../../session/session.ts';
import { attributeTokens, type TokenLedger } from './attribute-tokens.ts';
import { windowAt } from './roll-up.ts';

export function ledgerOf(conversation: Conversation): TokenLedger {
  const ledger = attributeTokens(conversation);
  for (const { index, context } of ledger.requests) {
    const sum = windowAt(ledger, index).reduce((total, { tokens }) => total + tokens, 0);
    expect(sum, `request ${index}`).toBe(context);
  }
  return ledger;
}
