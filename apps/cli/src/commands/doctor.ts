import type { Finding } from '../doctor/check.ts';
import { CHECKS, type Examined, examine } from '../doctor/examine.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { doctorWords } from '../language/words/doctor.ts';
import { displayWidth, padDisplay } from '../output/display-width.ts';
import { print } from '../output/printer.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Style } from '../terminal/style.ts';

type Outcome = Finding['outcome'];

const PAINTS: Readonly<Record<Outcome, keyof Style>> = { pass: 'green', warn: 'yellow', fail: 'red', skip: 'dim' };

/** Runs all checks and tells what each found; fails when one of them did. */
export async function doctor(context: CommandContext): Promise<ExitCode> {
  const { terminal, language } = context;
  const say = doctorWords[language];
  const examined = await examine(context, CHECKS);
  const count = (outcome: Outcome): number => examined.filter(({ finding }) => finding.outcome === outcome).length;
  await print(context, {
    data: examined.map(({ check, finding }) => ({
      name: check.name,
      outcome: finding.outcome,
      found: finding.found[language],
      ...('fix' in finding && { fix: finding.fix[language] }),
    })),
    table: textOf(context, examined),
    names: examined.filter(({ finding }) => finding.outcome === 'fail').map(({ check }) => check.name),
  });
  const [failed, warned] = [count('fail'), count('warn')];
  if (failed > 0) terminal.alert(`${say.someFailures(failed)}\n`);
  else terminal.err(`${warned > 0 ? say.someWarnings(warned) : say.allWell}\n`);
  return failed > 0 ? ExitCode.failed : ExitCode.ok;
}

function textOf({ language, outStyle, terminal }: CommandContext, examined: readonly Examined[]): string {
  const say = doctorWords[language];
  const width = Math.max(...examined.map(({ check }) => displayWidth(check.title[language])));
  return examined
    .map(({ check, finding }) => {
      const mark = outStyle[PAINTS[finding.outcome]](padDisplay(say[finding.outcome], 4));
      const fix =
        'fix' in finding
          ? `${' '.repeat(width + 8)}→ ${terminal.advice?.(finding.fix[language]) ?? finding.fix[language]}\n`
          : '';
      return `${mark}  ${padDisplay(check.title[language], width)}  ${finding.found[language]}\n${fix}`;
    })
    .join('');
}
