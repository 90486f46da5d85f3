// The last part of a path of either system: the name of a file or folder.
export function lastPart(path: string): string {
  return path.split(/[\\/]+/).findLast((part) => part !== '') ?? path;
}
