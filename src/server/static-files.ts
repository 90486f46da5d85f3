// The files of the web app, from a list that is made at the start: a path that is not on it does not exist.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Packed when it is first asked for: to pack all of them takes longer than to start. */
  readonly gzipped: () => Uint8Array<ArrayBuffer> | undefined;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const HASHED = /-[\w-]{8}\.\w+$/;

export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();
  readonly #page: string;

  /** `token` is put into the page. A folder that is not there makes a page that says so. */
  constructor(folder: string, token: string) {
    for (const path of listFiles(folder)) {
      const type = TYPES[extname(path)];
      if (type) this.#files.set(`/${relative(folder, path).split(sep).join('/')}`, readStatic(path, type));
    }
    const page = this.#files.get('/index.html');
    const text = page ? new TextDecoder().decode(page.bytes) : NOT_BUILT;
    this.#page = text.replace('<head>', `<head>\n    <meta name="clew-token" content="${token}" />`);
    this.#files.delete('/index.html');
  }

  /** Undefined where there is no such file. */
  answer(c: Context): Response | undefined {
    const { path } = c.req;
    if (path === '/' || path === '/index.html') {
      c.header('cache-control', 'no-store');
      return c.html(this.#page);
    }
    const file = this.#files.get(path);
    if (!file) return undefined;
    c.header('etag', file.etag);
    c.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304);
    c.header('content-type', file.type);
    c.header('vary', 'accept-encoding');
    const gzipped = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '') ? file.gzipped() : undefined;
    if (!gzipped) return c.body(file.bytes);
    c.header('content-encoding', 'gzip');
    return c.body(gzipped);
  }
}

// Links are not followed: the list holds what was built and nothing else.
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

function readStatic(path: string, type: string): StaticFile {
  const bytes = new Uint8Array(readFileSync(path));
  const hash = createHash('sha1').update(bytes).digest('base64url').slice(0, 16);
  const isPackable = bytes.length > 1000 && !/^(?:image\/png|font)/.test(type);
  let gzipped: Uint8Array<ArrayBuffer> | undefined;
  return {
    bytes,
    gzipped: () => {
      if (isPackable) gzipped ??= new Uint8Array(gzipSync(bytes, { level: 9 }));
      return gzipped;
    },
    type,
    etag: `"${hash}"`,
    immutable: HASHED.test(path),
  };
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>clew</title>
  </head>
  <body>
    <p>The web app is not built: run <code>npm run build</code>. The server itself answers under <code>/api</code>.</p>
  </body>
</html>
`;
