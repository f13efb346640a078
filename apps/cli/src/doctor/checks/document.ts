import { CliError } from '../../cli-error.ts';
import { readDocumentFile } from '../../document-file.ts';
import { inBoth } from '../../language/catalogue.ts';
import { doctorWords } from '../../language/words/doctor.ts';
import { platformModel } from '../../platform-model.ts';
import type { Check } from '../check.ts';

/** Whether the document that lies in the current directory is valid. */
export const documentCheck: Check = {
  name: 'document',
  title: inBoth(doctorWords, (say) => say.document),
  needs: 'nothing',
  look: async ({ context }) => {
    try {
      const { name, text } = await readDocumentFile(context, undefined);
      const { problems } = platformModel().parseText(text);
      const errors = problems.filter(({ severity }) => severity === 'error').length;
      if (errors === 0) return { outcome: 'pass', found: inBoth(doctorWords, (say) => say.documentValid(name)) };
      return {
        outcome: 'fail',
        found: inBoth(doctorWords, (say) => say.documentInvalid(name, errors)),
        fix: inBoth(doctorWords, (say) => say.validate(name)),
      };
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'DOCUMENT_MISSING') throw error;
      return { outcome: 'skip', found: inBoth(doctorWords, (say) => say.noDocument) };
    }
  },
};
