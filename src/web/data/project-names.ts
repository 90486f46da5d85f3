// What projects and files are called where there is no room for their paths.
import { lastPart } from '../../base/last-part.ts';
import { textEnd } from '../../base/text-start.ts';

/** Each path by its last folder; two that end alike also by the folder around it. */
export function tellApart(paths: readonly string[]): ReadonlyMap<string, string> {
  const alike = new Map<string, number>();
  for (const path of paths) alike.set(lastPart(path), (alike.get(lastPart(path)) ?? 0) + 1);
  return new Map(
    paths.map((path) => {
      const name = lastPart(path);
      return [path, alike.get(name) === 1 ? name : path.split(/[/\\]/).slice(-2).join('/')];
    }),
  );
}

/** A file as the project sees it; of a long path the end, which tells it from others. */
export function shortPath(path: string, project: string | undefined): string {
  const inside =
    project !== undefined && path.startsWith(project) && /^[/\\]/.test(path.slice(project.length));
  const name = inside ? path.slice(project.length + 1) : path;
  return name.length > MOST_PATH ? `…${textEnd(name, MOST_PATH - 1)}` : name;
}

const MOST_PATH = 50;
