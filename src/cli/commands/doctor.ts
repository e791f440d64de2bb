/** `doctor`: one line per check, ok, warn or fail, with the command that mends it. Exit 1 when one fails. */
import { UltragitError } from '../../base/errors.ts'
import { openSession } from '../../session.ts'
import type { Command, CommandData } from '../command.ts'
import { annotationChecks } from '../doctor/annotation-checks.ts'
import { type Finding, failureFound, type Patient, runChecks } from '../doctor/finding.ts'
import { machineChecks } from '../doctor/machine-checks.ts'
import { repositoryChecks } from '../doctor/repository-checks.ts'
import { setUpChecks } from '../doctor/set-up-checks.ts'
import { sessionOptions } from '../open-command-session.ts'
import { type Style, visible } from '../output.ts'

export const command: Command = {
  usage: ['ultragit doctor [--json]'],
  examples: [
    ['ultragit doctor', 'check the set-up'],
    ['ultragit doctor --json', 'the same for a program'],
  ],
  formats: ['text', 'json'],
  args: { json: { type: 'boolean', description: 'short for --format json' } },
  run: (args, data) => examine(args.json === true || data.format === 'json', data),
}

async function examine(json: boolean, data: CommandData): Promise<number> {
  const findings = [
    ...(await runChecks(machineChecks, data.surroundings)),
    ...(await repositoryFindings(data)),
  ]
  if (json) data.output.answer(JSON.stringify({ checks: findings }))
  else for (const finding of findings) data.output.answer(lineOf(finding, data))
  return findings.some(({ status }) => status === 'fail') ? 1 : 0
}

async function repositoryFindings(data: CommandData): Promise<Finding[]> {
  try {
    const session = await openSession(sessionOptions(data))
    try {
      return await examineRepository({ session, surroundings: data.surroundings })
    } finally {
      session.close()
    }
  } catch (error) {
    const isConfig = error instanceof UltragitError && error.code === 'config_invalid'
    return [{ check: isConfig ? 'config' : 'repository', ...failureFound(error) }]
  }
}

async function examineRepository(patient: Patient): Promise<Finding[]> {
  const findings = await runChecks([...repositoryChecks, ...setUpChecks], patient)
  // What cannot be read was said once; every further check would say it again.
  const isReadable = !findings.some(
    ({ check, status }) => status === 'fail' && (check === 'HEAD' || check === 'notes'),
  )
  return isReadable ? [...findings, ...(await runChecks(annotationChecks, patient))] : findings
}

const colours: Record<Finding['status'], Style> = { ok: 'green', warn: 'yellow', fail: 'red' }

function lineOf({ check, status, text, fix }: Finding, { output }: CommandData): string {
  const line = `${output.paint(status.padEnd(4), colours[status])} ${check.padEnd(10)} ${visible(text)}`
  return fix === undefined
    ? line
    : `${line}\n     ${''.padEnd(10)} ${output.paint('fix:', 'cyan')} ${visible(fix)}`
}
