import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import classes from './chart.module.css'
import { Bars, Swatch } from './chart-bars.tsx'
import { byYear, type Figures, isNothing, mostMonths, type Series } from './chart-data.ts'
import { ChartTable, HeardTable } from './chart-table.tsx'
import { uiTexts } from './texts.ts'

interface Props {
  title: string
  labels: string[]
  /** What a bar is made of, from the top down. */
  series: Series[]
  /** What the whole bar stands for; heads the legend. */
  whole?: Series
  /** Listed beside the bars, but not part of them. */
  beside?: Series
  /** Totals above the bars. */
  totals?: ReactNode
  note?: string
  /** Shown when every amount is zero. */
  empty: ReactNode
  /** New figures are on their way. */
  stale?: boolean
}

/** Amounts by month as stacked bars, or as a table to the cent. */
export function Chart(props: Props) {
  const { title, labels, series, whole, beside, totals, note, stale } = props
  const [view, setView] = useState('chart')
  const t = useLaterTexts(uiTexts)
  const all = [...(whole ? [whole] : []), ...series, ...(beside ? [beside] : [])]
  const nothing = isNothing(all)
  return (
    <section className={`card ${classes.chart}`} aria-label={title} aria-busy={stale || undefined}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {!nothing && (
          <SegmentedControl
            size="xs"
            data={[
              { value: 'chart', label: t.chart },
              { value: 'table', label: t.table },
            ]}
            value={view}
            onChange={setView}
            aria-label={t.showAs({ title })}
          />
        )}
      </header>
      {totals}
      {nothing && props.empty}
      {!nothing && view === 'table' && <ChartTable name={title} labels={labels} series={all} />}
      {!nothing && view === 'chart' && (
        <>
          <Legend series={all} whole={whole?.label} beside={beside?.label} />
          <Drawing labels={labels} series={series} extras={[whole, beside]} stale={stale} />
          <VisuallyHidden>
            <HeardTable name={title} labels={labels} series={all} />
          </VisuallyHidden>
        </>
      )}
      {note && !nothing && <p className={classes.note}>{note}</p>}
    </section>
  )
}

interface DrawingProps extends Figures {
  extras: (Series | undefined)[]
  stale?: boolean
}

function Drawing({ labels, series, extras, stale }: DrawingProps) {
  const others = extras.filter((one) => one !== undefined)
  const long = labels.length > mostMonths
  const shown = (figures: Figures) => (long ? byYear(figures) : figures)
  return (
    <>
      <p className={classes.unit} aria-hidden="true">
        Ksh{long && ', by year'}
      </p>
      <div className={classes.drawing} data-stale={stale || undefined} aria-hidden="true">
        <Bars {...shown({ labels, series })} extras={shown({ labels, series: others }).series} />
      </div>
    </>
  )
}

interface LegendProps {
  series: Series[]
  whole?: string
  beside?: string
}

/** Names the colours for sighted readers; the table names the figures for everybody. */
function Legend({ series, whole, beside }: LegendProps) {
  const t = useLaterTexts(uiTexts)
  return (
    <ul className={classes.legend} aria-hidden="true">
      {series
        .filter(({ label }) => label !== beside)
        .map(({ label, backgroundColor }) => (
          <li key={label}>
            <Swatch colour={label === whole ? undefined : backgroundColor} />
            {label === whole ? t.fullBar({ label }) : label}
          </li>
        ))}
    </ul>
  )
}

/** A row of totals, each under its name. */
export function Totals({ items }: { items: [name: string, shillings: string][] }) {
  return (
    <dl className={classes.totals}>
      {items.map(([name, shillings]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figures">{shillings}</dd>
        </div>
      ))}
    </dl>
  )
}
