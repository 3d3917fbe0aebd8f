import { Stack, Text } from '@mantine/core'
import type { PensionMember, PensionScheme } from '@mshahara/contract/pensions'
import { ksh } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import type { Column } from '../ui/data-table.tsx'
import { usePensionWords } from './words.ts'

/** How contributions and their months are shown. */

export type Terms = Pick<
  PensionScheme,
  'base' | 'own_percent' | 'own_amount' | 'employer_percent' | 'employer_amount'
>
export type Whose = 'own' | 'employer'
type Say = (words: string) => string

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** "5% of basic pay", "Ksh 1,500.00 a month". */
export function termsIn(terms: Terms, whose: Whose, say: Say = (words) => words): string {
  const percent = terms[`${whose}_percent`]
  const amount = terms[`${whose}_amount`]
  if (percent !== null) return `${figures.format(percent)}% ${say(bases[terms.base])}`
  return amount === null ? say('Nothing') : `${ksh(amount)} ${say('a month')}`
}
const bases = { basic: 'of basic pay', gross: 'of taxed cash pay' } as const

/** What is taken of somebody, and whether it is the scheme's or their own. */
function Taken({ member, whose }: { member: PensionMember; whose: Whose }) {
  const say = usePensionWords()
  const own = member[`${whose}_percent`] ?? member[`${whose}_amount`]
  return (
    <Stack gap={0}>
      {termsIn(member.taken, whose, say)}
      {own !== null && (
        <Text size="xs" c="dimmed">
          {say('own terms')}
        </Text>
      )}
    </Stack>
  )
}

const OpenEnded = () => usePensionWords()('Open-ended')

export const memberColumns: Column<PensionMember>[] = [
  {
    key: 'number',
    title: 'Member No',
    yields: 3,
    render: ({ member_no }) => member_no ?? '—',
  },
  {
    key: 'own',
    title: 'Employee Pays',
    render: (member) => <Taken member={member} whose="own" />,
  },
  {
    key: 'employer',
    title: 'Employer Adds',
    yields: 2,
    render: (member) => <Taken member={member} whose="employer" />,
  },
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => monthName(from) },
  {
    key: 'to',
    title: 'Last Month',
    oneLine: true,
    render: ({ to }) => (to ? monthName(to) : <OpenEnded />),
  },
]
