// The least that a server can be: Node's own, with one answer for every question.
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end('hello\n'));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/` }));
});
process.on('SIGINT', () => process.exit(0));
