// A call of a tool of a small MCP server that the client starts itself.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Scenario, text, use } from '../scenario.ts';

export const mcpTool: Scenario = {
  name: 'mcp-tool',
  leaves: /echo: hello/,
  run: async (lab) => {
    const server = fileURLToPath(new URL('../mcp-server.mjs', import.meta.url));
    const config = join(lab.scratch.root, 'mcp.json');
    const servers = { lab: { command: process.execPath, args: [server] } };
    await writeFile(config, JSON.stringify({ mcpServers: servers }));
    await lab.print(
      'Say it through the server',
      {
        answers: [
          { content: [text('Calling.'), use('mcp__lab__echo', { words: 'hello' })] },
          { text: 'It echoed.' },
        ],
      },
      { args: ['--mcp-config', config] },
    );
    return lab.produced();
  },
};
