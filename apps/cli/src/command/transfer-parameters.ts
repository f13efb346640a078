import { option } from './options.ts';

/** Where the passphrase of a bundle is. */
export const passphraseFileOption = option('--passphrase-file <file>', {
  en: 'file that holds the passphrase (default: $KUBEMIN_PASSPHRASE, else asked for)',
  zh: '存放口令的文件（默认：$KUBEMIN_PASSPHRASE，其次询问）',
});
