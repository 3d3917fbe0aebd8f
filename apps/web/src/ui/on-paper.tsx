import { Button } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { IconPrinter } from './icons.ts'
import classes from './on-paper.module.css'
import { aroundPrinting } from './printing.ts'

interface Props<T> {
  /** What is on the screen, for those who print by the browser's own menu. */
  shown: T
  /** All of it, fetched when somebody asks for paper. */
  load: () => Promise<T | null>
  children: (whole: T) => ReactNode
}

/** The Print button and the sheets it prints, which are laid out for paper and not for a screen. */
export function Print<T>({ shown, load, children }: Props<T>) {
  const [sheets, setSheets] = useState<T | null>(null)
  const [busy, setBusy] = useState(false)
  const ready = useRef(false)
  useEffect(
    () =>
      aroundPrinting(
        () => flushSync(() => setSheets((whole) => whole ?? shown)),
        () => setSheets(null),
      ),
    [shown],
  )
  useEffect(() => {
    if (!sheets || !ready.current) return
    ready.current = false
    setBusy(false)
    window.print()
  }, [sheets])
  async function start() {
    setBusy(true)
    const whole = await load().catch(() => null)
    if (!whole) return setBusy(false)
    ready.current = true
    setSheets(whole)
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => void start()}
      >
        Print
      </Button>
      {sheets &&
        createPortal(<div className={classes.paper}>{children(sheets)}</div>, document.body)}
    </>
  )
}

interface HeadProps {
  /** How many columns the table has. */
  columns: number
  title: string
  note?: string
}

/** The first row of a table's head, so that every sheet says whose it is and of what. */
export function PaperHead({ columns, title, note }: HeadProps) {
  const { data: organization } = useRead(organizations.get)
  return (
    <tr>
      <th colSpan={columns} className={classes.head}>
        <div>
          <span>
            <b>{organization?.name}</b>
            <br />
            {title}
          </span>
          <span>
            {`Printed ${dateTime(new Date().toISOString())}`}
            {note && (
              <>
                <br />
                {note}
              </>
            )}
          </span>
        </div>
      </th>
    </tr>
  )
}

/** Nobody should sign a part for the whole: a page printed by the browser's own menu says so. */
export const PaperPart = ({ shown, count }: { shown: number; count: number }) =>
  shown < count && (
    <p className={classes.part}>
      {`These are ${shown} of ${count} people: use Print on the page for the whole list.`}
    </p>
  )

const signers = ['Prepared by', 'Checked by', 'Approved by']

/** What the paper comes to, and who answers for it. */
export function PaperClosing({ figures }: { figures: [name: string, value: string][] }) {
  return (
    <div className={classes.closing}>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={classes.signatures}>
        {signers.map((signer) => (
          <li key={signer}>
            <span>{signer}</span>
            <span>Date</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
