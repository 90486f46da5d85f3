// The process that holds one very long session: answers questions from its parent, and ends with it.
import { Refusal } from '../../base/refusal.ts';
import type { ChildAnswer, ChildQuestion } from './child-process.ts';
import { LocalDesk } from './local-desk.ts';

const desk = new LocalDesk({ dataDir: process.argv[2] ?? '', attributes: false });

process.on('message', (message) => {
  void answer(message as ChildQuestion).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());

async function answer({ id, what, session, name, args }: ChildQuestion): Promise<ChildAnswer> {
  try {
    const value =
      what === 'ask' ? await desk.ask(session, name, args) : await desk.analyse(session, name, args);
    return { id, json: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, hint } = error;
      return { id, refusal: { code, message, ...(hint === undefined ? {} : { hint }) } };
    }
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
