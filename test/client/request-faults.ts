// Lists what the real Messages API would refuse in a request that a client sent.
import type { RequestBlock, RequestBody } from './api-script.ts';

export function requestFaults(body: RequestBody): readonly string[] {
  const faults: string[] = [];
  const messages = body.messages.filter((message) => message.role !== 'system');
  if (messages[0]?.role !== 'user') faults.push('does not begin with a user message');
  let open: readonly string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const blocks: readonly RequestBlock[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    // Answers may meet, where the results between them were cut: the API says that it takes them as one.
    if (role === 'user' && messages[index - 1]?.role === 'user')
      faults.push(`message ${index} is the user's, as the one before it`);
    if (blocks.length === 0) faults.push(`message ${index} is empty`);
    if (blocks.some((block) => block.type === 'text' && block.text?.trim() === '')) {
      faults.push(`message ${index} holds empty text`);
    }
    if (blocks.some((block) => block.type === 'thinking' && !block.signature))
      faults.push(`message ${index} holds thinking without its signature`);
    const answered = ids(blocks, 'tool_result', 'tool_use_id');
    for (const id of open.filter((use) => !answered.includes(use)))
      faults.push(`tool use ${id} is not answered`);
    for (const id of answered.filter((use) => !open.includes(use)))
      faults.push(`result of ${id} has no use before it`);
    open = role === 'assistant' ? ids(blocks, 'tool_use', 'id') : [];
  }
  for (const id of open) faults.push(`tool use ${id} is not answered`);
  return faults;
}

function ids(blocks: readonly RequestBlock[], type: string, key: string): readonly string[] {
  return blocks.filter((block) => block.type === type).map((block) => String(block[key]));
}
