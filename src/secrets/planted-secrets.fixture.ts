// Made-up secrets of many kinds, put together from parts so that no scanner takes this file for a leak.

const LETTERS = 'q7Rw2Ty9Ui4Op8As3Df6Gh1Jk5LzXc0VbNmQe7Wr2Tz9Yu4Io8Pa3Sd6Fg1Hj5KlZx0CvBnM';
const HEX = '9f3c07d1a8e65b24c71f0d9e82b3a6541c7e90fd38ab52e6047d1b9c8f2a3e65';

function letters(length: number, from = 0): string {
  return (LETTERS + LETTERS + LETTERS + LETTERS).slice(from, from + length);
}

function hex(length: number): string {
  return (HEX + HEX).slice(0, length);
}

const PEM_BODY = Array.from({ length: 6 }, (_, i) => `MI${letters(62, i)}`).join('\n');

/** By kind: a text that holds the secret, and the secret itself. */
export const PLANTED: Readonly<Record<string, { readonly text: string; readonly secret: string }>> = {
  ...planted('anthropic-key', `sk-ant-${'api03'}-${letters(93)}AA`),
  ...planted('openai-key', `sk-${'proj'}-${letters(58)}T3Blbk${'FJ'}${letters(58)}`),
  ...planted('openrouter-key', `sk-${'or-v1'}-${hex(64)}`),
  ...planted('github-token', `gh${'p_'}${letters(36)}`),
  ...planted('gitlab-token', `glp${'at-'}${letters(20)}`),
  ...planted('slack-token', `xo${'xb'}-123456789012-123456789012-${letters(24)}`),
  ...planted('npm-token', `np${'m_'}${letters(36)}`),
  ...planted('stripe-key', `sk_${'live'}_${letters(24)}`),
  ...planted('google-api-key', `AI${'za'}${letters(35)}`),
  ...planted('google-oauth-token', `ya${'29'}.${letters(60)}`),
  ...planted('aws-access-key-id', `AK${'IA'}Q7RWTZ4UIOP3ASDF`),
  ...planted('aws-secret-key', letters(40, 3), (secret) => `aws_secret_access_key = ${secret}`),
  ...planted('jwt', `eyJ${letters(30)}.eyJ${letters(80)}.${letters(43)}`),
  ...planted('huggingface-token', `h${'f_'}${letters(34).replace(/\d/g, 'x')}`),
  ...planted('groq-key', `gs${'k_'}${letters(52)}`),
  ...planted('sendgrid-key', `S${'G.'}${letters(22)}.${letters(43)}`),
  ...planted('telegram-bot-token', `4839${'20175'}:AA${letters(33)}`),
  ...planted('pypi-token', `py${'pi-'}AgEIcHlwaS5vcmc${letters(80)}`),
  ...planted('docker-token', `dckr${'_pat_'}${letters(27)}`),
  ...planted('digitalocean-token', `dop${'_v1_'}${hex(64)}`),
  ...planted('vault-token', `hv${'s.'}${letters(95)}`),
  ...planted('private-key', pem(PEM_BODY), (secret) => `cat id_rsa\n${secret}\n$`),
  ...planted('database-password', letters(16), (secret) => `postgres://app:${secret}@db.internal:5432/shop`),
  ...planted(
    'url-password',
    letters(18),
    (secret) => `git clone https://ci:${secret}@git.internal.net/a.git`,
  ),
  ...planted(
    'bearer-token',
    letters(44),
    (secret) => `curl -H "Authorization: Bearer ${secret}" https://x.net`,
  ),
  ...planted('assigned-secret', letters(32), (secret) => `SESSION_SECRET=${secret}\nPORT=80`),
  ...planted('password', `S3l!${'ne'}#42kq`, (secret) => `{"db_password": "${secret}"}`),
  ...planted(
    'slack-webhook',
    `T0${letters(9)}/B0${letters(9)}/${letters(24)}`,
    (secret) => `https://hooks.slack.com/services/${secret}`,
  ),
  ...planted(
    'azure-key',
    `${letters(86)}==`,
    (secret) => `AccountName=x;AccountKey=${secret};EndpointSuffix=y`,
  ),
};

function pem(body: string): string {
  return `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${body}\n-----END RSA ${'PRIVATE'} KEY-----`;
}

function planted(
  kind: string,
  secret: string,
  place: (secret: string) => string = (one) => `the key is ${one}, keep it`,
): Record<string, { text: string; secret: string }> {
  return { [kind]: { text: place(secret), secret } };
}
