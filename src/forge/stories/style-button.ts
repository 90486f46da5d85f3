// A story: a button that jumps, told with screenshots.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

const CSS = `.button {
  display: inline-flex;
  padding: 6px 12px;
  border: 1px solid transparent;
}

.button:hover {
  border-width: 2px;
  border-color: currentColor;
}
`;

export function styleButton(cast: Cast): Story {
  return {
    title: 'Stop the button from jumping on hover',
    branch: 'fix/button-jump',
    turns: [
      {
        prompt: `See the screenshot: the "New ${cast.thing}" button moves everything right of it by a pixel when I hover. Firefox and Chrome both.`,
        images: 1,
        exchanges: [
          {
            think: 'A hover border that is wider than the normal one changes the box size.',
            calls: [{ tool: 'Read', path: 'src/web/button.css', text: CSS }],
          },
          {
            say: 'The border grows from 1 to 2 pixels on hover, and so does the box. An outline takes no room:',
            calls: [
              {
                tool: 'Edit',
                path: 'src/web/button.css',
                file: CSS,
                before: '  border-width: 2px;\n  border-color: currentColor;',
                after: '  outline: 2px solid currentColor;\n  outline-offset: -1px;',
              },
            ],
          },
          { say: 'Nothing moves any more: `outline` is painted over the page and is no part of the layout.' },
        ],
      },
      {
        prompt: 'Better. In dark mode the outline is nearly invisible though.',
        images: 1,
        exchanges: [
          {
            calls: [
              {
                tool: 'Grep',
                pattern: 'prefers-color-scheme',
                content: true,
                hits: ['src/web/theme.css:18:@media (prefers-color-scheme: dark) {'],
              },
              { tool: 'Read', path: 'docs/dark-button.png', text: '', image: true },
            ],
          },
          {
            say: `\`currentColor\` is the muted text colour there: a contrast of 2.1. With \`var(--accent)\` it is ${(4 + cast.few / 10).toFixed(1)}, which passes.\n\n\`\`\`css\n.button:hover {\n  outline: 2px solid var(--accent);\n}\n\`\`\``,
          },
        ],
      },
      {
        prompt: 'Perfect, commit it.',
        exchanges: [
          {
            calls: [
              {
                tool: 'Bash',
                command: 'git commit -qam "Keep the button still on hover" && git log --oneline -1',
                why: 'Commit the change',
                out: `\u001b[33m${cast.commit}\u001b[m Keep the button still on hover`,
              },
            ],
          },
          { say: `Committed as \`${cast.commit}\`.` },
        ],
      },
    ],
  };
}
