// The reference: reads a session file in one piece and parses each line, and does nothing with it.
import { parseWhole } from '../read/references.mjs';

parseWhole(process.argv[2]);
