import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import classes from './chart.module.css'
import { type Figures, type Series, short, shortLabels } from './chart-data.ts'
import { kshOf } from './chart-table.tsx'

interface Props extends Figures {
  /** Told with the bar, but no part of it. */
  told: Series[]
}

/** Stacked bars; this file brings the drawing library and is fetched when there is something to draw. */
export default function Bars({ labels, series, told }: Props) {
  const ticks = shortLabels(labels)
  const data = labels.map((_, at) => ({
    at,
    ...Object.fromEntries(series.map(({ label, data }) => [label, data[at] ?? 0])),
  }))
  return (
    <BarChart
      className={classes.bars}
      h="100%"
      data={data}
      dataKey="at"
      type="stacked"
      series={series.map(({ label, backgroundColor }) => ({ name: label, color: backgroundColor }))}
      gridAxis="y"
      strokeDasharray="0"
      tickLine="none"
      maxBarWidth={46}
      valueFormatter={short}
      cursorFill="var(--hover)"
      xAxisProps={{
        tickFormatter: (at: number) => ticks[at] ?? '',
        interval: 'equidistantPreserveStart',
        minTickGap: 6,
      }}
      yAxisProps={{ width: 46, domain: [0, 'auto'] }}
      accessibilityLayer={false}
      barChartProps={{ barCategoryGap: '22%' }}
      barProps={{ isAnimationActive: false, stroke: 'var(--mantine-color-body)', strokeWidth: 1 }}
      tooltipProps={{
        content: ({ active, label }) =>
          active && label !== undefined ? (
            <Tip at={Number(label)} labels={labels} series={[...told, ...series]} />
          ) : null,
      }}
    />
  )
}

interface TipProps extends Figures {
  at: number
}

function Tip({ at, labels, series }: TipProps) {
  return (
    <div className={classes.tip}>
      <p>{labels[at]}</p>
      {series.map(({ label, data, backgroundColor }) => (
        <p key={label} className="figures">
          <span className={classes.swatch} style={{ background: backgroundColor }} />
          <span>{label}</span>
          <b>{kshOf(data[at] ?? 0)}</b>
        </p>
      ))}
    </div>
  )
}
