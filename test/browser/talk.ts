// A conversation, entry by entry, linked and timed as the client would log it.
import { randomUUID } from 'node:crypto';

export class Talk {
  readonly sessionId: string = randomUUID();
  readonly entries: object[] = [];
  #parent: string | null = null;
  #time: number = Date.now() - 7_200_000;
  #messages = 0;

  prompt(content: unknown, more: object = {}): this {
    return this.add({ type: 'user', message: { role: 'user', content }, ...more });
  }

  answer(...blocks: object[]): this {
    this.#messages++;
    return this.add({
      type: 'assistant',
      message: {
        id: `msg_${this.#messages}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-4-5',
        content: blocks,
        stop_reason: blocks.some((block) => (block as { type?: string }).type === 'tool_use')
          ? 'tool_use'
          : 'end_turn',
        usage: {
          input_tokens: 10,
          output_tokens: 50,
          cache_read_input_tokens: 1000 * this.#messages,
          cache_creation_input_tokens: 100,
        },
      },
    });
  }

  say(text: string): this {
    return this.answer({ type: 'text', text });
  }

  /** A call with its result. */
  call(
    name: string,
    input: object,
    result: unknown,
    more: { readonly toolUseResult?: unknown; readonly error?: boolean } = {},
  ): this {
    const id = `toolu_${randomUUID().slice(0, 8)}`;
    this.answer({ type: 'tool_use', id, name, input });
    const flag = more.error === undefined ? {} : { is_error: more.error };
    return this.add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: result, ...flag }],
      },
      ...(more.toolUseResult === undefined ? {} : { toolUseResult: more.toolUseResult }),
    });
  }

  add(entry: object): this {
    const uuid = randomUUID();
    this.#time += 1500;
    this.entries.push({
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/scratch/work',
      sessionId: this.sessionId,
      version: '2.1.200',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(this.#time).toISOString(),
      ...entry,
    });
    this.#parent = uuid;
    return this;
  }

  /** A line beside the graph. */
  beside(entry: object): this {
    this.entries.push({ sessionId: this.sessionId, ...entry });
    return this;
  }
}
