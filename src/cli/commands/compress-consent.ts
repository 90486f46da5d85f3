// Says what is about to leave the machine, and asks whether it may.
import { countOf } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { RunEstimate } from '../../compress/estimate-run.ts';
import { formatTokens } from '../../render/format.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { priceWords } from './compress-text.ts';

/** True if it may be sent. Without a person to ask and without `--yes` it is refused. */
export async function askConsent(
  context: CliContext,
  input: CommandInput,
  estimate: RunEstimate,
): Promise<boolean> {
  const words = sendingText(estimate);
  if (input.flags.yes === true) {
    if (!input.quiet) context.printError(`${words}\n`);
    return true;
  }
  if (!context.keyboard) {
    throw new Refusal(
      'no-consent',
      `${words} Nobody is there to agree to it.`,
      'Agree with --yes, see the plan with --dry-run, or shorten on this machine: --provider offline.',
    );
  }
  const { confirm } = await import('@clack/prompts');
  return (await confirm({ ...context.keyboard, message: `${words} Go on?`, initialValue: false })) === true;
}

/** To whom, how much, at what price. */
function sendingText(estimate: RunEstimate): string {
  const { texts, cached, destination, model, calls, input, output, cost, secrets } = estimate;
  const known =
    cached === 0 ? '' : ` (${cached} more ${cached === 1 ? 'is' : 'are'} known from an earlier run)`;
  const hidden =
    secrets === 0
      ? ''
      : ` ${countOf(secrets, 'secret')} found in them ${secrets === 1 ? 'is' : 'are'} masked.`;
  return (
    `This sends ${countOf(texts - cached, 'text')} of the session${known} to ${stripToLine(destination ?? '')}, ` +
    `model ${stripToLine(model)}: ${countOf(calls, 'request')}, about ${formatTokens(input)} tokens there and ` +
    `${formatTokens(output)} back, ${priceWords(cost)}.${hidden}`
  );
}
