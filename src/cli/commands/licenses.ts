/** `licenses`: the notices of everything inside the binary, collected when it is built. */

import { collectLicenses } from '../collect-licenses.ts' with { type: 'macro' }
import type { Command } from '../command.ts'

export const command: Command = {
  usage: ['ultragit licenses'],
  examples: [['ultragit licenses | less', 'read them']],
  formats: ['text'],
  args: {},
  run: async (_args, { output }) => {
    output.answer(collectLicenses())
    return 0
  },
}
