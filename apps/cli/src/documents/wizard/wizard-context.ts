import type { DocumentForm, DocumentReader } from '@kubemin/model';
import type { Translate } from '../../terminal/index.ts';
import type { Sketch } from './sketch.ts';

/** What all questions are made with. */
export interface WizardContext {
  readonly translate: Translate;
  readonly model: DocumentReader;
  readonly form: DocumentForm;
  /** Where the answers go; new for each playing of the script. */
  readonly sketch: Sketch;
}
