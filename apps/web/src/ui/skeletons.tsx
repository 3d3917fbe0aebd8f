import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

/** What is on its way, in outline: nothing jumps when it arrives. */

const bars = [38, 62, 55, 74, 68, 80, 71, 90]

/** A chart with its totals. */
export function ChartSkeleton({ label }: { label: string }) {
  return (
    <section className={`card ${classes.chart}`} aria-label={label} aria-busy>
      <Skeleton height={20} width={260} maw="70%" />
      <div className={classes.row}>
        {['a', 'b', 'c', 'd'].map((name) => (
          <div key={name}>
            <Skeleton height={12} width="55%" mb={9} />
            <Skeleton height={18} width="80%" />
          </div>
        ))}
      </div>
      <div className={classes.bars}>
        {bars.map((height) => (
          <Skeleton key={height} height={`${height}%`} />
        ))}
      </div>
    </section>
  )
}

/** Somebody or something with a picture and its facts. */
export function HeadSkeleton({ label }: { label: string }) {
  return (
    <section className={`card ${classes.head}`} aria-label={label} aria-busy>
      <Skeleton height={110} width={110} circle />
      <div className={classes.facts}>
        <Skeleton height={22} width={240} maw="70%" mb={22} />
        <div className={classes.row}>
          {['a', 'b', 'c', 'd'].map((name) => (
            <div key={name}>
              <Skeleton height={12} width="50%" mb={9} />
              <Skeleton height={14} width="75%" />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
