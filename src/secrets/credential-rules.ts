// Secrets known by what stands around them: key blocks, URLs with a password, headers, connection strings.
import type { SecretRule } from './token-rules.ts';

/**
 * A key block whose line ends may themselves be escaped; without its end, as a cut-off output leaves it, to where base64 stops.
 * It never reaches over the beginning of another one: a text full of beginnings would be read to its end from each of them.
 */
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\s\\:,.()]|-(?!----BEGIN)){0,16000}?-----END (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----|(?:[ \t]|\\n|\\r|\r|\n|\d{1,5}[→|:\t ])*[A-Za-z0-9+/=]{40,}(?:[A-Za-z0-9+/=\s]|\\n|\\r){0,16000})/dg;

/** These are judged further: a password may be a placeholder. */
export const CREDENTIAL_RULES: readonly (SecretRule & { readonly judged: boolean })[] = [
  { kind: 'private-key', words: ['PRIVATE KEY'], pattern: PRIVATE_KEY, judged: false },
  {
    kind: 'database-password',
    words: ['://'],
    pattern:
      /(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle|cassandra|nats|kafka)(?:\+[a-z0-9]{1,20})?:\/\/[^\s:@/"'`<>]{0,100}:([^\s@"'`<>]{3,200})@[A-Za-z0-9_[]/dgi,
    judged: true,
  },
  {
    kind: 'url-password',
    words: ['://'],
    pattern:
      /(?:https?|ftps?|sftp|ssh|git|smtps?|imaps?|ldaps?|socks5h?):\/\/[^\s:@/"'`<>?#]{0,100}:([^\s@/"'`<>?#]{3,200})@[A-Za-z0-9_[]/dgi,
    judged: true,
  },
  {
    kind: 'bearer-token',
    words: ['earer', 'EARER'],
    pattern: /\bbearer[ \t]{1,4}([A-Za-z0-9_~+/.=-]{20,4000})/dgi,
    judged: true,
  },
  {
    kind: 'basic-auth',
    words: ['asic '],
    pattern: /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?basic[ \t]{1,4}([A-Za-z0-9+/]{12,1000}={0,2})/dgi,
    judged: true,
  },
  {
    kind: 'aws-secret-key',
    words: ['ecret', 'ECRET'],
    pattern:
      /secret_?access_?key["'\\]{0,4}\s{0,4}(?:=>|[:=])\s{0,4}["'\\]{0,4}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dgi,
    judged: true,
  },
  {
    kind: 'azure-key',
    words: ['AccountKey=', 'SharedAccessKey=', 'sig='],
    pattern:
      /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={1,2})|[?&]sig=([A-Za-z0-9%]{40,100}%3D)/dg,
    judged: false,
  },
  {
    kind: 'connection-password',
    words: ['assword', 'wd=', 'PWD='],
    pattern: /;\s?(?:password|pwd)\s?=\s?([^;"'\s]{4,120})(?=;|"|'|$)/dgi,
    judged: true,
  },
];
