/** An option's form taken apart. */
export interface OptionForm {
  /** Without dashes: `output`. For `--no-color` it is `no-color`. */
  readonly long: string;
  /** With its dash: `-o`. */
  readonly short: string | undefined;
  readonly takesValue: boolean;
}

/** Takes `-o, --output <format>` apart. */
export function optionForm(form: string): OptionForm {
  const long = /--([\w-]+)/.exec(form)?.[1];
  const short = /(?:^|\s)(-\w)\b/.exec(form)?.[1];
  return { long: long ?? short?.slice(1) ?? form, short, takesValue: form.includes('<') };
}
