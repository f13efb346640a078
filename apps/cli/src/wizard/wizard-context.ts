import type { DocumentForm, DocumentReader } from '@kubemin/model';
import type { Sketch } from './sketch.ts';
import type { WizardWords } from './wizard-words.ts';

/** What all questions are made with. */
export interface WizardContext {
  readonly language: 'en' | 'zh';
  readonly words: WizardWords;
  readonly model: DocumentReader;
  readonly form: DocumentForm;
  /** Where the answers go; new for each playing of the script. */
  readonly sketch: Sketch;
}
