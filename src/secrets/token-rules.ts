// Secrets that give themselves away by how they begin: the tokens of providers, each with the word that must be there.

export interface SecretRule {
  readonly kind: string;
  /** A text without any of these is not searched. */
  readonly words: readonly string[];
  /** Global with indices; the secret is group 1, or the whole match where there is none. */
  readonly pattern: RegExp;
}

// A token may stand behind an escape that was itself escaped (`\n` as two characters) or behind a colour.
const FREE = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf])|(?<=\u001b\[[0-9;]{0,12}m))`;
// Where the token has only letters and digits, base64 must not count as its surroundings.
const FREE_OF_BASE64 = String.raw`(?:(?<![A-Za-z0-9_+/-])|(?<=\\[nrtbf])|(?<=\u001b\[[0-9;]{0,12}m))`;
const END = '(?![A-Za-z0-9_-])';

function token(kind: string, words: readonly string[], body: string): SecretRule {
  return { kind, words, pattern: new RegExp(`${FREE}(?:${body})${END}`, 'dg') };
}

function plainToken(kind: string, words: readonly string[], body: string): SecretRule {
  return { kind, words, pattern: new RegExp(`${FREE_OF_BASE64}(?:${body})(?![A-Za-z0-9_+/=-])`, 'dg') };
}

export const TOKEN_RULES: readonly SecretRule[] = [
  token('anthropic-key', ['sk-ant-'], String.raw`sk-ant-[a-z]{2,8}\d{0,2}-[A-Za-z0-9_-]{24,256}`),
  token('openrouter-key', ['sk-or-'], 'sk-or-v1-[A-Za-z0-9]{40,80}'),
  token(
    'openai-key',
    ['sk-'],
    'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,256}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}',
  ),
  token(
    'github-token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    'gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,244}',
  ),
  token(
    'gitlab-token',
    ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glsoat-', 'glft-', 'glimt-', 'glagent-', 'gloas-'],
    'gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,128}',
  ),
  token(
    'slack-token',
    ['xox', 'xapp-'],
    String.raw`(?:xox[abeoprs]|xoxe\.xox[bp]|xapp)-[A-Za-z0-9-]{10,250}`,
  ),
  {
    kind: 'slack-webhook',
    words: ['hooks.slack.com'],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,40}\/[A-Za-z0-9/]{8,80})/dg,
  },
  {
    kind: 'discord-webhook',
    words: ['/api/webhooks/'],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{10,24}\/([A-Za-z0-9_-]{50,100})/dg,
  },
  token(
    'discord-bot-token',
    ['.'],
    String.raw`[MNO][A-Za-z0-9]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}`,
  ),
  token('npm-token', ['npm_'], 'npm_[A-Za-z0-9]{36}'),
  {
    kind: 'npmrc-token',
    words: ['_authToken', '_auth', '_password'],
    pattern: /:_(?:authToken|auth|password)\s?=\s?["']?([A-Za-z0-9_\-+/=.]{12,256})/dg,
  },
  token('stripe-key', ['k_live_', 'k_test_', 'k_org_'], '[srp]k_(?:live|test|org)_[A-Za-z0-9]{16,247}'),
  token('stripe-webhook-secret', ['whsec_'], 'whsec_[A-Za-z0-9+/]{24,64}={0,2}'),
  plainToken('google-api-key', ['AIza'], 'AIza[A-Za-z0-9_-]{35}'),
  token('google-oauth-token', ['ya29.'], String.raw`ya29\.[A-Za-z0-9_-]{30,1024}`),
  token('google-client-secret', ['GOCSPX-'], 'GOCSPX-[A-Za-z0-9_-]{24,40}'),
  plainToken(
    'aws-access-key-id',
    ['AKIA', 'ASIA', 'A3T', 'ABIA', 'ACCA'],
    '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z2-7]{16}',
  ),
  token(
    'jwt',
    ['eyJ'],
    String.raw`eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{16,2000}`,
  ),
  token('huggingface-token', ['hf_', 'api_org_'], '(?:hf|api_org)_[A-Za-z0-9]{30,40}'),
  token('groq-key', ['gsk_'], 'gsk_[A-Za-z0-9]{40,60}'),
  token('xai-key', ['xai-'], 'xai-[A-Za-z0-9]{70,90}'),
  token('perplexity-key', ['pplx-'], 'pplx-[A-Za-z0-9]{40,60}'),
  token('replicate-token', ['r8_'], 'r8_[A-Za-z0-9]{37}'),
  token('sendgrid-key', ['SG.'], String.raw`SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}`),
  plainToken('twilio-key', ['SK'], 'SK[0-9a-f]{32}'),
  token('telegram-bot-token', [':AA'], String.raw`\d{8,10}:AA[A-Za-z0-9_-]{33}`),
  token('pypi-token', ['pypi-'], 'pypi-[A-Za-z0-9_-]{60,250}'),
  token('docker-token', ['dckr_'], 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,60}'),
  token('digitalocean-token', ['_v1_'], 'do[opr]_v1_[a-f0-9]{64}'),
  token('shopify-token', ['shp'], 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}'),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,300}`),
  token('linear-key', ['lin_'], 'lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'),
  token('notion-token', ['ntn_', 'secret_'], String.raw`ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43}`),
  token('figma-token', ['figd_'], 'figd_[A-Za-z0-9_-]{40,200}'),
  token('databricks-token', ['dapi'], String.raw`dapi[a-f0-9]{32}(?:-\d)?`),
  token('supabase-key', ['sbp_', 'sb_secret_'], 'sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60}'),
  token('atlassian-token', ['ATATT3', 'ATCTT3'], 'AT[AC]TT3[A-Za-z0-9_=-]{60,250}'),
  token('postman-key', ['PMAK-'], 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  token('newrelic-key', ['NRAK-'], 'NRAK-[A-Z0-9]{27}'),
  token('doppler-token', ['dp.'], String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,60}`),
  token('planetscale-secret', ['pscale_'], 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9._=-]{32,64}'),
  token(
    'grafana-token',
    ['glsa_', 'glc_'],
    'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}',
  ),
  token('age-key', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  token('mailgun-key', ['key-'], 'key-[0-9a-f]{32}'),
  token('1password-token', ['ops_ey'], 'ops_ey[A-Za-z0-9+/=_-]{100,1280}'),
  token('vercel-token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], 'vc[piark]_[A-Za-z0-9]{24,60}'),
];
