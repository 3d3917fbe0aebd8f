import {
  type ComponentType,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

/** What a button must pass on so that its menu can be fetched and opened. */
export interface TargetProps {
  ref?: Ref<HTMLButtonElement>
  className?: string
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
}
export interface MenuProps {
  /** The button, ready to be the target of a Menu or Popover. */
  target: (props?: TargetProps) => ReactNode
  opened: boolean
  onChange: (opened: boolean) => void
}

interface Props {
  button: (props: TargetProps) => ReactNode
  load: () => Promise<{ default: ComponentType<MenuProps> }>
}

/** A button whose menu is fetched when somebody reaches for it: the first visit stays light. */
export function Later({ button, load }: Props) {
  const [wanted, setWanted] = useState(false)
  const Menu = useMemo(() => lazy(load), [load])
  const fetchIt = () => void load()
  const plain = button({
    onClick: () => setWanted(true),
    onPointerEnter: fetchIt,
    onFocus: fetchIt,
  })
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <Opened button={button} menu={Menu} />
    </Suspense>
  )
}

/** Opens only once the new button has the focus, so that closing gives it back. */
function Opened({
  button,
  menu: Menu,
}: {
  button: Props['button']
  menu: ComponentType<MenuProps>
}) {
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    ref.current?.focus()
    setOpened(true)
  }, [])
  const target = (props?: TargetProps) => button({ ...props, ref })
  return <Menu target={target} opened={opened} onChange={setOpened} />
}
