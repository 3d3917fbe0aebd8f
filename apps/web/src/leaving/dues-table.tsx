import { Button } from '@mantine/core'
import type { FinalDues } from '@mshahara/contract/leaving'
import { useState } from 'react'
import { amount, date, signed } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { IconPlus } from '../ui/icons.ts'
import type { Terms } from './dues-terms.tsx'
import classes from './leaving.module.css'
import { type Line, LineModal, type Meant } from './line-modal.tsx'

interface Props {
  dues: FinalDues
  terms: Terms
  /** Null once it is paid. */
  change: ((part: Partial<Terms>) => void) | null
}

/** What is due and what is owed, each line with its rule and its working. */
export function DuesTable({ dues, terms, change }: Props) {
  const { lines, service, basic, notices, elsewhere, paid } = dues
  const [meant, setMeant] = useState<Meant | null>(null)
  return (
    <Card
      title={paid ? `Paid by ${paid.code}` : 'What it comes to'}
      actions={
        change && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setMeant({ place: null, line: null })}
          >
            Add Line
          </Button>
        )
      }
    >
      <p className={classes.note}>
        {basic === null
          ? `Served ${service}.`
          : `Served ${service}; basic pay ${amount(basic)} a month.`}
      </p>
      {lines.length === 0 && <p>Nothing beyond the month's pay.</p>}
      {lines.length > 0 && (
        <table className={classes.lines}>
          <tbody>
            {lines.map((line) => (
              <Row
                key={`${line.code} ${line.label} ${line.working}`}
                line={line}
                onChange={
                  change && line.code !== 'loan' ? () => setMeant(meantOf(line, terms)) : null
                }
              />
            ))}
            {sumsOf(dues).map(([name, sum]) => (
              <tr key={name} data-sum>
                <th scope="row">{name}</th>
                <td>{signed(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Elsewhere rows={elsewhere} />
      {notices.map(({ who, by, rule }) => (
        <p key={who} className={classes.note}>{`${who}: notify by ${date(by)} (${rule}).`}</p>
      ))}
      {meant && change && (
        <LineModal
          meant={meant}
          onClose={() => setMeant(null)}
          onKeep={(line) => change({ lines: withLine(terms, meant, line) })}
        />
      )}
    </Card>
  )
}

function sumsOf({ due, owed, paid }: FinalDues): [string, number][] {
  if (paid) {
    return [
      ['Gross', due],
      ['Deductions', 0 - owed],
      ['Net', paid.net],
    ]
  }
  return owed > 0
    ? [
        ['Due', due],
        ['Owed by the employee', owed],
      ]
    : [['Due', due]]
}

type DueLine = FinalDues['lines'][number]

/** What was entered for a line; where nothing was, the line as the rules make it. */
function meantOf({ code, label, amount: sum, working }: DueLine, terms: Terms): Meant {
  const place = terms.lines.findIndex(
    (one) => one.code === code && (one.label === label || isRuled(code)) && fits(one, working),
  )
  const known = terms.lines[place] as Line | undefined
  const line = known ?? { code: code as Line['code'], label, amount: Math.abs(sum), reason: '' }
  return { place: place < 0 ? null : place, line, ruled: isRuled(code) }
}
const isRuled = (code: string) =>
  ['notice', 'leave', 'severance', 'service', 'gratuity'].includes(code)
const fits = ({ code, reason }: Pick<Line, 'code' | 'reason'>, working: string) =>
  isRuled(code) || reason === working

/** Without it, it is as the rules make it, or gone. */
function withLine(terms: Terms, { place }: Meant, line: Line | null): Terms['lines'] {
  const lines = terms.lines as Line[]
  const others = lines.filter((_, at) => at !== place)
  if (line === null) return others
  if (place === null) return [...lines, line]
  return lines.map((one, at) => (at === place ? line : one))
}

function Row({ line, onChange }: { line: DueLine; onChange: (() => void) | null }) {
  const { label, amount: sum, rule, working, reason } = line
  const told = [working, reason !== working && reason, rule].filter(Boolean).join('. ')
  return (
    <tr>
      <th scope="row">
        {label}
        {told && <span className={classes.working}>{`${told}.`}</span>}
        {onChange && (
          <Button
            variant="subtle"
            size="compact-xs"
            px={0}
            onClick={onChange}
            aria-label={`Change ${label}`}
          >
            Change
          </Button>
        )}
      </th>
      <td>{signed(sum)}</td>
    </tr>
  )
}

function Elsewhere({ rows }: { rows: FinalDues['elsewhere'] }) {
  if (rows.length === 0) return null
  return (
    <table className={classes.lines} aria-label="With the payroll of the month">
      <tbody>
        {rows.map(({ what, where, amount: sum }) => (
          <tr key={what} data-elsewhere>
            <th scope="row">
              {what}
              <span className={classes.working}>{`${where}, and not here.`}</span>
            </th>
            <td>{sum === null ? '–' : signed(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
