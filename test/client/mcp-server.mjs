// A tiny MCP server over stdio with one tool, echo, for the scenario mcp-tool.
import { createInterface } from 'node:readline';

const tool = {
  name: 'echo',
  description: 'Says the words again',
  inputSchema: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'lab', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: input }) => ({ content: [{ type: 'text', text: `echo: ${input.words}` }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params);
  const reply = result ? { result } : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}
