import { ActionIcon, Indicator } from '@mantine/core'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useInvited } from '../organizations/index.ts'
import { IconBell } from '../ui/icons.ts'
import { Later, type TargetProps } from '../ui/later.tsx'
import { useNews } from './news.ts'
import { useOwnNews } from './own-news.ts'
import { bellTexts } from './texts.ts'

const load = () => import('./notifications.tsx')

export function Bell() {
  const { list } = useOwnNews()
  useNews(list)
  const { data } = useRead(list)
  const unread = (data?.unread ?? 0) + useInvited().length
  return (
    <Indicator
      label={unread > 99 ? '99+' : unread}
      size={17}
      offset={7}
      color="red.8"
      disabled={unread === 0}
    >
      <Later load={load} button={(props) => <Target {...props} unread={unread} />} />
    </Indicator>
  )
}

function Target({ unread, ...props }: TargetProps & { unread: number }) {
  const t = useTexts(bellTexts)
  return (
    <ActionIcon
      aria-haspopup="dialog"
      {...props}
      variant="subtle"
      color="gray"
      size={40}
      aria-label={unread ? t.unread({ count: unread }) : t.title}
    >
      <IconBell size={21} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
