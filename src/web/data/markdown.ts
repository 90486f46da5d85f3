// Markdown as safe HTML: raw HTML in it is shown as text, pictures become their words, and what is left is purified.
import DOMPurify from 'dompurify';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../base/escape-html.ts';
import { stripControls } from '../../base/strip-controls.ts';

const marked = new Marked({ gfm: true, breaks: true, async: false });

marked.use({
  renderer: {
    // What a model wrote as HTML was meant to be read, not to be run.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    // A picture from elsewhere would be a request to elsewhere.
    image: ({ text, href }: Tokens.Image) =>
      `<span class="quiet">[${escapeHtml(text || 'image')}: ${escapeHtml(href)}]</span>`,
    listitem(item: Tokens.ListItem) {
      const inner = this.parser.parse(item.tokens);
      return item.task ? `<li class="task">${inner}</li>` : `<li>${inner}</li>`;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    // The page has its own headings above these.
    heading({ tokens, depth }: Tokens.Heading) {
      const level = Math.min(6, depth + 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    code: ({ text, lang }: Tokens.Code) => {
      const language = /^[\w+#-]{1,20}/.exec(lang ?? '')?.[0] ?? '';
      return `<pre tabindex="0"><code data-language="${escapeHtml(language)}">${escapeHtml(text)}</code></pre>`;
    },
  },
});

const ALLOWED_TAGS = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'span',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
];
const ALLOWED_ATTR = ['href', 'class', 'start', 'data-language', 'tabindex'];

/** Longer texts are shown as they are: to lay out a megabyte of markdown would stop the page. */
const MOST = 200_000;

export function renderMarkdown(text: string): string {
  const purified = purifier().sanitize(parseMarkdown(stripControls(text)), {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  });
  return purified;
}

/** HTML that is not purified yet. */
export function parseMarkdown(text: string): string {
  if (text.length > MOST || isAllMarks(text)) return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return `<pre>${escapeHtml(text)}</pre>`;
  }
}

/** How many characters may be gone through for what begins at a mark: each is looked at as far as no space comes. */
const MOST_LOOKED = 50_000_000;

// A text of nothing but marks would stop the page for minutes.
function isAllMarks(text: string): boolean {
  let looked = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    const marks = word.length - word.replaceAll(/[*_!`~\\]/g, '').length;
    looked += marks * word.length;
  }
  return looked > MOST_LOOKED;
}

let ready: typeof DOMPurify | undefined;

function purifier(): typeof DOMPurify {
  if (ready) return ready;
  ready = DOMPurify;
  ready.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return;
    if (!node.hasAttribute('href')) return;
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer nofollow');
  });
  ready.addHook('uponSanitizeAttribute', (_, data) => {
    // Classes are ours alone.
    if (data.attrName === 'class' && data.attrValue !== 'quiet' && data.attrValue !== 'task')
      data.keepAttr = false;
  });
  return ready;
}
