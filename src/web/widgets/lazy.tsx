// Shows a component that is loaded when it is first needed, and says so where it cannot be.
import type { ComponentType, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { FailedPage } from './states.tsx';

interface LazyProps {
  readonly load: () => Promise<ComponentType>;
  /** What holds the place for the moment; nothing by default. */
  readonly waiting?: JSX.Element;
}

const loaded = new Map<() => Promise<ComponentType>, ComponentType>();

export function Lazy({ load, waiting }: LazyProps): JSX.Element | null {
  const [, refresh] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const known = loaded.get(load);
  // Not after the next frame: mostly it is on its way already, or there.
  useLayoutEffect(() => {
    if (loaded.has(load)) return;
    setFailure(undefined);
    load().then((component) => {
      loaded.set(load, component);
      refresh((count) => count + 1);
    }, setFailure);
  }, [load]);
  if (known) {
    const Component = known;
    return <Component />;
  }
  if (failure === undefined) return waiting ?? null;
  return <FailedPage error={failure} retry={() => globalThis.location.reload()} />;
}
