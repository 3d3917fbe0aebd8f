import type { JobDefinition } from '../core/jobs.ts'

export const sending: JobDefinition = { name: 'payslips.send', work: async () => {} }
