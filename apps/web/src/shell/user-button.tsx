import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { words } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { Face } from '../ui/face.tsx'
import { IconChevronDown } from '../ui/icons.ts'
import { Later, type TargetProps } from '../ui/later.tsx'
import classes from './user-button.module.css'

const load = () => import('./user-menu.tsx')

export function UserButton() {
  return <Later load={load} button={(props) => <Target {...props} />} />
}

/** Menu.Target hands its own properties down, so they all go to the button. */
function Target({ className = '', ...props }: TargetProps) {
  const profile = useProfile()
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={`${classes.target} ${className}`}>
      <span aria-hidden>
        <Face person={profile} size={36} />
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{profile.first_name}</span>
        <span className={classes.role}>{words(profile.role)}</span>
        <VisuallyHidden>user menu</VisuallyHidden>
      </span>
      <IconChevronDown size={16} className={classes.chevron} aria-hidden />
    </UnstyledButton>
  )
}
