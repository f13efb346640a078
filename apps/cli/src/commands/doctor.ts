import { CHECKS, type CheckResult, type Finding, runChecks } from '../doctor/index.ts';
import { doctorMessages } from '../messages/index.ts';
import { type CommandContext, displayWidth, ExitCode, padDisplay, print, type Style } from '../terminal/index.ts';

type Outcome = Finding['outcome'];

const PAINTS: Readonly<Record<Outcome, keyof Style>> = { pass: 'green', warn: 'yellow', fail: 'red', skip: 'dim' };

/** Runs all checks and prints their results; fails if one of them failed. */
export async function doctor(context: CommandContext): Promise<ExitCode> {
  const { terminal, translate } = context;
  const examined = await runChecks(context, CHECKS);
  const count = (outcome: Outcome): number => examined.filter(({ finding }) => finding.outcome === outcome).length;
  await print(context, {
    data: examined.map(({ check, finding }) => ({
      name: check.name,
      outcome: finding.outcome,
      found: translate(finding.found),
      ...('fix' in finding && { fix: translate(finding.fix) }),
    })),
    table: checkReport(context, examined),
    names: examined.filter(({ finding }) => finding.outcome === 'fail').map(({ check }) => check.name),
  });
  const [failed, warned] = [count('fail'), count('warn')];
  if (failed > 0) terminal.alert(`${translate(doctorMessages.someFailures({ count: failed }))}\n`);
  else
    terminal.err(
      `${warned > 0 ? translate(doctorMessages.someWarnings({ count: warned })) : translate(doctorMessages.allWell)}\n`,
    );
  return failed > 0 ? ExitCode.failed : ExitCode.ok;
}

function checkReport({ translate, outStyle, terminal }: CommandContext, examined: readonly CheckResult[]): string {
  const width = Math.max(...examined.map(({ check }) => displayWidth(translate(check.title))));
  return examined
    .map(({ check, finding }) => {
      const mark = outStyle[PAINTS[finding.outcome]](padDisplay(translate(doctorMessages[finding.outcome]), 4));
      const fix =
        'fix' in finding
          ? `${' '.repeat(width + 8)}→ ${terminal.advice?.(translate(finding.fix)) ?? translate(finding.fix)}\n`
          : '';
      return `${mark}  ${padDisplay(translate(check.title), width)}  ${translate(finding.found)}\n${fix}`;
    })
    .join('');
}
