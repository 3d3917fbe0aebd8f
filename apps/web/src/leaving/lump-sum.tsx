import { SimpleGrid } from '@mantine/core'
import type { FinalDues } from '@mshahara/contract/leaving'
import { amount } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import type { Terms } from './dues-terms.tsx'
import classes from './leaving.module.css'

interface Props {
  dues: FinalDues
  terms: Terms
  change: (part: Partial<Terms>) => void
  /** It is paid: nothing of it changes. */
  locked: boolean
}

/** Tax on what was earned over years; years without payslips here are asked for. */
export function LumpSum({ dues: { lump_sum }, terms, change, locked }: Props) {
  const missing = lump_sum.years.filter((year) => year.missing).map(({ year }) => year)
  const entered = terms.years.map(({ year }) => year)
  const asked = [...new Set([...missing, ...entered])].sort((a, b) => b - a)
  return (
    <Card title="Tax on the lump sum">
      <table className={classes.lines}>
        <tbody>
          {lump_sum.years.map(({ year, years, share, tax, missing: lacks, working }) => (
            <tr key={year}>
              <th scope="row">
                {years === 1 ? year : `${year} and before (${years} years)`}
                <span className={classes.working}>
                  {lacks ? `Its share is ${amount(share)}. ${working}: enter it below.` : working}
                </span>
              </th>
              <td>{lacks ? '–' : amount(tax)}</td>
            </tr>
          ))}
          <tr data-sum>
            <th scope="row">{missing.length > 0 ? 'Tax for the years known so far' : 'Tax'}</th>
            <td>{amount(lump_sum.tax)}</td>
          </tr>
        </tbody>
      </table>
      {asked.map((year) => (
        <Year key={year} {...{ year, terms, change, locked }} />
      ))}
    </Card>
  )
}

const blank = { taxable: 0, reliefs: 0, paye: 0 }

function Year({ year, terms, change, locked }: Omit<Props, 'dues'> & { year: number }) {
  const known = terms.years.find((one) => one.year === year)
  const set = (name: keyof typeof blank) => (value: number | string) => {
    const others = terms.years.filter((one) => one.year !== year)
    const next = { year, ...blank, ...known, [name]: value === '' ? 0 : value }
    change({ years: [...others, next] as Terms['years'] })
  }
  return (
    <fieldset className={classes.year} disabled={locked}>
      <legend>{`P9 for ${year}`}</legend>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Money label="Taxable pay" value={known?.taxable ?? ''} onChange={set('taxable')} />
        <Money label="Reliefs" value={known?.reliefs ?? ''} onChange={set('reliefs')} />
        <Money label="PAYE" value={known?.paye ?? ''} onChange={set('paye')} />
      </SimpleGrid>
    </fieldset>
  )
}
