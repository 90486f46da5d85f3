// Every story the forge can tell, in an order that makes neighbours differ.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';
import { csvExport } from './csv-export.ts';
import { exploreCodebase } from './explore-codebase.ts';
import { extractModule } from './extract-module.ts';
import { flakyLogin } from './flaky-login.ts';
import { memoryLeak } from './memory-leak.ts';
import { reviewChange } from './review-change.ts';
import { slowQuery } from './slow-query.ts';
import { styleButton } from './style-button.ts';
import { upgradeLibrary } from './upgrade-library.ts';
import { writeGuide } from './write-guide.ts';

const STORIES: readonly ((cast: Cast) => Story)[] = [
  flakyLogin,
  csvExport,
  memoryLeak,
  writeGuide,
  upgradeLibrary,
  styleButton,
  reviewChange,
  slowQuery,
  extractModule,
  exploreCodebase,
];

/** The story of that number; numbers past the end start over. */
export function tellStory(number: number, cast: Cast): Story {
  const teller = STORIES[number % STORIES.length] as (cast: Cast) => Story;
  return teller(cast);
}
