import { signed, signedKsh } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import type { Figures } from './chart-data.ts'
import { DataTable } from './data-table.tsx'
import { uiTexts } from './texts.ts'

interface Props extends Figures {
  name: string
}
interface SeriesRow {
  label: string
  amounts: number[]
}

const rowsOf = ({ labels, series }: Figures): SeriesRow[] =>
  labels.map((label, at) => ({ label, amounts: series.map(({ data }) => data[at] ?? 0) }))
const totalOf = (data: number[]) => data.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100

/** The figures of a chart to the cent, with their totals. */
export function ChartTable({ name, labels, series }: Props) {
  const t = useLaterTexts(uiTexts)
  const totals = series.map(({ label, data }) => [label, signed(totalOf(data))])
  return (
    <DataTable
      label={name}
      columns={[
        {
          key: 'month',
          title: t.month,
          lead: true,
          oneLine: true,
          render: (row: SeriesRow) => row.label,
        },
        ...series.map(({ label }, at) => ({
          key: label,
          title: label,
          align: 'right' as const,
          oneLine: true,
          render: (row: SeriesRow) => signed(row.amounts[at] ?? 0),
        })),
      ]}
      rows={rowsOf({ labels, series })}
      rowKey={({ label }) => label}
      empty={null}
      footer={{ month: t.total, ...Object.fromEntries(totals) }}
    />
  )
}

/** The same for screen readers while the bars are shown. */
export function HeardTable({ name, labels, series }: Props) {
  const t = useLaterTexts(uiTexts)
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{t.month}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf({ labels, series }).map(({ label, amounts }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {amounts.map((shillings, at) => (
              <td key={series[at]?.label}>{signedKsh(shillings)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
