import { useEffect } from 'react';
import { useStoredPreference } from './stored-preference.ts';

export const MOTIONS = ['system', 'reduced'] as const;
export type Motion = (typeof MOTIONS)[number];

const STORED = 'kubemin.motion';

/** Whether things move less than the system asks for. Styles read it as `data-motion` of the document. */
export function useMotion() {
  const [value, change] = useStoredPreference(STORED);
  const motion: Motion = value === 'reduced' ? 'reduced' : 'system';
  useEffect(() => {
    document.documentElement.dataset.motion = motion;
  }, [motion]);
  return { motion, setMotion: (chosen: Motion): void => change(chosen) };
}
