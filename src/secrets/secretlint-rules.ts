// Runs secretlint's recommended rules over a text, in this process and at once, each only where its word occurs.
//
// The rules are called by their own interface rather than through @secretlint/core: the core is asynchronous and costs
// 0.6 ms a text, and it lets comments in the text switch rules off, which session content must not.
import { rules as preset } from '@secretlint/secretlint-rule-preset-recommend';
import { type Finding, makeFinding } from './finding.ts';
import { isStandIn } from './looks-secret.ts';

interface Report {
  readonly range: readonly [number, number];
  readonly message: { readonly data?: Readonly<Record<string, unknown>> };
}

interface Source {
  readonly content: string;
  readonly contentType: 'text';
  readonly ext: string;
  readonly filePath: undefined;
}

interface Rule {
  readonly meta: { readonly id: string };
  readonly create: (context: object, options: object) => { readonly file?: (source: Source) => unknown };
}

const KINDS: Readonly<Record<string, readonly [kind: string, word: RegExp]>> = {
  aws: ['aws-secret-key', /secret_?access_?key/i],
  privatekey: ['private-key', /PRIVATE KEY/],
  npm: ['npm-token', /npm_|_authToken|x-oauth-basic/],
  basicauth: ['url-password', /(?:https?|ftps?):\/\/[^\s/@]{1,300}@/],
  slack: ['slack-token', /xox|xapp-|hooks\.slack/i],
  sendgrid: ['sendgrid-key', /SG\.\w{20}/],
  shopify: ['shopify-token', /shp/],
  github: ['github-token', /gh[pousr]_|github_pat_/],
  gitlab: ['gitlab-token', /glpat-/],
  grafana: ['grafana-token', /glc_|glsa_/],
  openai: ['openai-key', /T3BlbkFJ/],
  anthropic: ['anthropic-key', /sk-ant-/],
  groq: ['groq-key', /gsk_/],
  huggingface: ['huggingface-token', /hf_/],
  linear: ['linear-key', /lin_api_/],
  notion: ['notion-token', /ntn_/],
  '1password': ['1password-token', /ops_ey/],
  'database-connection-string': ['database-password', /(?:mongodb|mysql|postgres)/i],
  'hashicorp-vault': ['vault-token', /hv[sbr]\./],
  vercel: ['vercel-token', /vc[piark]_/],
  databricks: ['databricks-token', /dapi/],
  docker: ['docker-token', /dckr_pat_/],
  figma: ['figma-token', /figd_/],
};

const RULES = (preset as unknown as readonly Rule[]).flatMap((rule) => {
  const name = rule.meta.id.replace(/^.*secretlint-rule-/, '');
  const known = KINDS[name];
  return known ? [{ name, kind: known[0], word: known[1], rule }] : [];
});

/** The names of the preset's rules that are run here. */
export const SECRETLINT_RULE_NAMES: readonly string[] = RULES.map(({ name }) => name);

export function findBySecretlint(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { kind, word, rule } of RULES) {
    if (!word.test(text)) continue;
    const report = ({ range, message }: Report): void => {
      const [start, end] = narrowToPassword(text, exactRange(text, range, message.data));
      if (end <= start || isStandIn(text.slice(start, end)) || isWithinBase64(text, start, end)) return;
      found.push(makeFinding(text, kind, start, end));
    };
    const context = {
      createTranslator: () => (_: string, data: object) => ({ data }),
      report,
      ignore: () => undefined,
      sharedOptions: {},
    };
    rule.create(context, {}).file?.({ content: text, contentType: 'text', ext: '', filePath: undefined });
  }
  return found;
}

// Some rules report where their match begins with the length of the secret in it: the value itself tells better.
function exactRange(
  text: string,
  range: readonly [number, number],
  data: Readonly<Record<string, unknown>> | undefined,
): readonly [number, number] {
  for (const value of Object.values(data ?? {})) {
    if (typeof value !== 'string' || value.length < 4) continue;
    const at = text.indexOf(value, range[0]);
    if (at >= 0 && at < range[1]) return [at, at + value.length];
  }
  return range;
}

/** No name that a token is glued to is as long; a signature is. */
const LEAST_BASE64 = 64;

// A token that begins with few letters stands by chance in one of ten thousand signatures: the rules let it begin behind a dash.
function isWithinBase64(text: string, start: number, end: number): boolean {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, start - LEAST_BASE64), start))?.[0] ?? '';
  const behind = /^[\w-]*/.exec(text.slice(end, end + LEAST_BASE64))?.[0] ?? '';
  const around = before + behind;
  return around.length >= LEAST_BASE64 && /[a-z]/.test(around) && /[A-Z]/.test(around) && /\d/.test(around);
}

// Of a URL only the password is secret, and may be a stand-in.
function narrowToPassword(text: string, range: readonly [number, number]): readonly [number, number] {
  const [start, end] = range;
  const url = /^[a-z][a-z0-9+:]{0,30}:\/\/[^\s:@/]{0,100}:([^\s@]{1,200})@/di.exec(text.slice(start, end));
  const [from, to] = url?.indices?.[1] ?? [0, end - start];
  return [start + from, start + to];
}
