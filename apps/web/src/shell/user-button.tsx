import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { words } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { useProfile } from '../lib/session.ts'
import { Face } from '../ui/face.tsx'
import { IconChevronDown } from '../ui/icons.ts'
import { Later, type TargetProps } from '../ui/later.tsx'
import { shellTexts } from './texts.ts'
import classes from './user-button.module.css'

const load = () => import('./user-menu.tsx')

export function UserButton() {
  return <Later load={load} button={(props) => <Target {...props} />} />
}

/** Menu.Target hands its own properties down, so they all go to the button. */
function Target({ className = '', ...props }: TargetProps) {
  const profile = useProfile()
  const t = useLaterTexts(shellTexts)
  const role = profile.role === 'employee' ? t.employee : words(profile.role)
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={`${classes.target} ${className}`}>
      <span aria-hidden>
        <Face person={profile} size={36} />
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{profile.first_name}</span>
        <span className={classes.role}>{role}</span>
        <VisuallyHidden>{t.userMenu}</VisuallyHidden>
      </span>
      <IconChevronDown size={16} className={classes.chevron} aria-hidden />
    </UnstyledButton>
  )
}
