// Plays a page forward step by step until there is no next one.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Playback {
  readonly playing: boolean;
  readonly toggle: () => void;
}

const STEP_MS = 450;

/** `step` goes one further and tells whether it could. */
export function usePlayback(step: () => boolean): Playback {
  const [playing, setPlaying] = useState(false);
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (!latest.current()) setPlaying(false);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [playing]);
  return { playing, toggle: () => setPlaying((on) => !on) };
}
