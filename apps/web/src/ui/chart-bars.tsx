import { useClickOutside, useElementSize, useMergedRef } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { signedKsh } from '../lib/format.ts'
import classes from './chart.module.css'
import { type Figures, type Series, shares, short, shortLabels, ticksFor } from './chart-data.ts'

const margin = { top: 8, right: 4, bottom: 24, left: 46 }
const widestBar = 46
/** Below this, there is no room for a tip beside its bar. */
const narrow = 560

interface Props extends Figures {
  /** Listed with the bar, but not part of it. */
  extras: Series[]
}

/** Stacked bars. Drawn by hand, since a library for it weighs as much as half the application. */
export function Bars({ labels, series, extras }: Props) {
  const { ref: sized, width, height } = useElementSize()
  const [active, setActive] = useState<number | null>(null)
  const ref = useMergedRef(
    sized,
    useClickOutside(() => setActive(null)),
  )
  const band = Math.max(0, width - margin.left - margin.right) / Math.max(1, labels.length)
  const at = active !== null && active < labels.length ? active : null
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - margin.left
    setActive(Math.min(labels.length - 1, Math.max(0, Math.floor(x / band))))
  }
  // A finger that is lifted leaves the tip where it is, until it taps elsewhere.
  const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setActive(null)
  return (
    <div ref={ref} className={classes.bars}>
      {width > 0 && height > 0 && (
        <svg
          width={width}
          height={height}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={leave}
          aria-hidden="true"
        >
          <Stacks labels={labels} series={series} band={band} height={height} active={at} />
        </svg>
      )}
      {at !== null && (
        <Tip at={at} labels={labels} extras={extras} series={series} band={band} width={width} />
      )}
    </div>
  )
}

interface StacksProps extends Figures {
  band: number
  height: number
  active: number | null
}

function Stacks({ labels, series, band, height, active }: StacksProps) {
  const layers = [...series].reverse()
  const stacks = labels.map((_, at) => shares(layers.map(({ data }) => data[at] ?? 0)))
  const ticks = ticksFor(Math.max(...stacks.map((stack) => stack.at(-1)?.[1] ?? 0)))
  const top = ticks.at(-1) ?? 1
  const bottom = height - margin.bottom
  const y = (amount: number) => bottom - (amount / top) * (bottom - margin.top)
  const bar = Math.min(widestBar, Math.max(2, band * 0.68))
  const end = margin.left + band * labels.length
  return (
    <>
      {active !== null && (
        <rect
          className={classes.lit}
          x={margin.left + active * band}
          y={margin.top}
          width={band}
          height={bottom - margin.top}
        />
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={margin.left} x2={end} y1={y(tick)} y2={y(tick)} />
          <text className={classes.tick} x={margin.left - 8} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      {stacks.map((stack, at) =>
        stack.map(([from, to], layer) => (
          <rect
            key={`${labels[at]} ${layers[layer]?.label}`}
            fill={layers[layer]?.backgroundColor}
            x={margin.left + at * band + (band - bar) / 2}
            y={y(to)}
            width={bar}
            // A hairline of background between two colours, where there is room.
            height={Math.max(0, y(from) - y(to) - (y(from) - y(to) > 3 ? 1 : 0))}
          />
        )),
      )}
      <Names labels={labels} band={band} baseline={height - 6} />
    </>
  )
}

/** As many names as there is room for, evenly spaced. */
function Names({ labels, band, baseline }: { labels: string[]; band: number; baseline: number }) {
  const names = shortLabels(labels)
  const longest = Math.max(...names.map(({ length }) => length))
  const every = Math.max(1, Math.ceil((longest * 7 + 6) / Math.max(1, band)))
  return names.map((name, at) =>
    at % every === 0 ? (
      <text
        key={labels[at]}
        className={classes.tick}
        x={margin.left + (at + 0.5) * band}
        y={baseline}
        textAnchor="middle"
      >
        {name}
      </text>
    ) : null,
  )
}

interface TipProps extends Props {
  at: number
  band: number
  width: number
}

/** Beside its bar; on a phone above the bars, and never over the edge. */
function Tip({ at, labels, extras, series, band, width }: TipProps) {
  const middle = margin.left + (at + 0.5) * band
  const away = band / 2 + 8
  const side = middle < width / 2 ? { left: middle + away } : { right: width - middle + away }
  const beside = { top: 0, ...side }
  const above = {
    bottom: '100%',
    left: middle,
    transform: `translateX(${(-middle / width) * 100}%)`,
  }
  return (
    <div className={classes.tip} style={width < narrow ? above : beside}>
      <p>{labels[at]}</p>
      {[...extras, ...series].map(({ label, data, backgroundColor }, row) => (
        <p key={label} className="figures">
          <Swatch colour={row < extras.length ? undefined : backgroundColor} />
          <span>{label}</span>
          <b>{signedKsh(data[at] ?? 0)}</b>
        </p>
      ))}
    </div>
  )
}

/** The colour of a part; an outline for what has no colour of its own in the bars. */
export const Swatch = ({ colour }: { colour: string | undefined }) => (
  <span
    className={classes.swatch}
    data-outline={colour === undefined || undefined}
    style={{ background: colour }}
  />
)
