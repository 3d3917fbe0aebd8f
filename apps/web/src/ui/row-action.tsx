import type { Icon } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import classes from './row-action.module.css'

interface Common {
  /** For screen readers: what it does to which row. */
  label: string
  icon: Icon
  /** The word beside the icon; without it the label is the tooltip. */
  children?: string | false
}

/** Buttons and links inside tables: light, because there may be hundreds on a page. */
export function RowButton({ label, icon: Icon, children, ...act }: Common & Act) {
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={label}
      title={children ? undefined : label}
      disabled={act.disabled || act.busy}
      aria-busy={act.busy || undefined}
      data-set={act.set || undefined}
      onClick={act.onClick}
    >
      <Icon size={15} aria-hidden />
      {children}
    </button>
  )
}
interface Act {
  onClick: () => void
  busy?: boolean
  disabled?: boolean
  /** There is something of the kind already. */
  set?: boolean
}

/** A router's link without its weight. */
function useWay(to: string) {
  const router = useRouter()
  return {
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return
      event.preventDefault()
      void router.navigate({ to })
    },
    onPointerEnter: () => void router.preloadRoute({ to }),
  }
}

export function RowLink({ label, icon: Icon, children, to }: Common & { to: string }) {
  return (
    <a
      className={classes.action}
      href={to}
      aria-label={label}
      title={children ? undefined : label}
      {...useWay(to)}
    >
      <Icon size={15} aria-hidden />
      {children}
    </a>
  )
}

/** What a row is called, as the link to its page where there is one to open. */
export function RowName({ to, children }: { to?: string; children: ReactNode }) {
  return to === undefined ? children : <NameLink to={to}>{children}</NameLink>
}
function NameLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a className={classes.name} href={to} {...useWay(to)}>
      {children}
    </a>
  )
}

/** Something outside the application, such as a file: it opens in a new tab. */
export function RowTab({ label, icon: Icon, children, href }: Common & { href: string }) {
  return (
    <a
      className={classes.action}
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={children ? undefined : label}
    >
      <Icon size={15} aria-hidden />
      {children}
    </a>
  )
}
