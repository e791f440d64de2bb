/** `check`: the CI check. */
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { sessionOptions } from '../open-command-session.ts'

export const command: Command = {
  usage: ['ultragit check [range] [flags]'],
  examples: [
    ['ultragit check', 'the change this CI job is about, or what is not in origin/HEAD yet'],
    ['ultragit check --base origin/main', 'the change against another branch'],
    ['ultragit check v1.2..HEAD', 'any range; one commit by itself is checked alone'],
    ['ultragit check --format github --fail-on warning', 'findings on the diff of a pull request'],
  ],
  formats: ['text', 'json', 'github', 'sarif', 'junit', 'markdown'],
  args: {
    range: { type: 'positional', required: false, description: 'commits: A..B, A...B, or one alone' },
    base: {
      type: 'string',
      valueHint: 'rev',
      description: "the branch the change is for (default: the CI's own, else origin/HEAD)",
    },
    'fail-on': {
      type: 'string',
      options: ['error', 'warning'],
      description: 'exit 1 from this severity on (default error)',
    },
  },
  run: runCheck,
}

async function runCheck(args: CommandArguments, data: CommandData): Promise<number> {
  const [{ openCheckSession }, { check }, { renderCheck }, { isFailing }] = await Promise.all([
    import('../../check/open-check-session.ts'),
    import('../../check/check.ts'),
    import('../../check/formats/render-check.ts'),
    import('../../check/is-failing.ts'),
  ])
  const { output, format, surroundings } = data
  const failOn = textArgument(args, 'fail-on') === 'warning' ? 'warning' : 'error'
  const opened = await openCheckSession(sessionOptions(data), {
    range: textArgument(args, 'range'),
    base: textArgument(args, 'base'),
  })
  const progress = output.progress('checking')
  try {
    const answer = await check(opened, {
      env: surroundings.env,
      onProgress: (_, done, total) => progress.update(done, total),
    })
    progress.end()
    for (const warning of answer.warnings ?? []) output.warn(warning)
    output.answer(renderCheck(answer, format, { color: output.paint('x', 'bold') !== 'x', failOn }))
    return answer.findings.some(({ severity }) => isFailing(severity, failOn)) ? 1 : 0
  } finally {
    progress.end()
    opened.session.close()
  }
}
