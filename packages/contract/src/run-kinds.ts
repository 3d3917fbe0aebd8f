import type { Language } from './languages.ts'

/** What runs of each kind are. A further kind is one entry, and what TypeScript then asks for. */

interface RunKindFacts {
  of: 'employees' | 'casuals'
  /** Beside the month's own payroll: any number of them, each with a name and a pay day (B28). */
  extra: boolean
  /** Its running numbers, and the letters its code begins with. */
  numbered: string
  letters: string
  /** Where the log tells of it. */
  log: 'payroll' | 'casual-payroll'
}

export const runKinds = {
  monthly: { of: 'employees', extra: false, numbered: 'payroll', letters: 'PR', log: 'payroll' },
  casual: {
    ...{ of: 'casuals', extra: false, numbered: 'casual payroll', letters: 'CP' },
    log: 'casual-payroll',
  },
  off_cycle: {
    ...{ of: 'employees', extra: true, numbered: 'extra payroll', letters: 'OC' },
    log: 'payroll',
  },
  /** Of one confirmed payslip: what should have been less what was paid. */
  correction: {
    ...{ of: 'employees', extra: true, numbered: 'correction', letters: 'CR' },
    log: 'payroll',
  },
  final: {
    ...{ of: 'employees', extra: true, numbered: 'final payroll', letters: 'FD' },
    log: 'payroll',
  },
} as const satisfies Record<string, RunKindFacts>

type Kinds = typeof runKinds
export type RunKind = keyof Kinds
type KindOf<Facts extends Partial<RunKindFacts>> = {
  [K in RunKind]: Kinds[K] extends Facts ? K : never
}[RunKind]
export type EmployeeRunKind = KindOf<{ of: 'employees' }>
export type ExtraRunKind = KindOf<{ extra: true }>

const kindsThat = <K extends RunKind>(holds: (facts: RunKindFacts) => boolean) =>
  (Object.keys(runKinds) as RunKind[]).filter((kind) => holds(runKinds[kind])) as K[]

/** Runs of employees: the month's payroll, and those beside it. */
export const employeeRunKinds = kindsThat<EmployeeRunKind>((facts) => facts.of === 'employees')
/** The database has the same list: `is_extra_kind`. */
export const extraRunKinds = kindsThat<ExtraRunKind>((facts) => facts.extra)

export const isExtraKind = (kind: RunKind): kind is ExtraRunKind => runKinds[kind].extra

const correctionOf = { en: 'Correction of ', sw: 'Marekebisho ya ' }

/** Under which a correction is listed, letters go out and payslips are printed. */
export const correctionTitle = (code: string) => correctionOf.en + code

/** As somebody named it, except for what we named ourselves. */
export const titleSaid = (title: string, language: Language): string =>
  title.startsWith(correctionOf.en)
    ? correctionOf[language] + title.slice(correctionOf.en.length)
    : title
