import { Avatar } from '@mantine/core'
import { fullName } from '../lib/format.ts'

interface Props {
  person: { first_name: string; last_name: string; avatar: string | null }
  size: number
}

/** A person's photo, or initials while there is none. The name stands beside it. */
export function Face({ person, size }: Props) {
  return (
    <Avatar
      size={size}
      radius="50%"
      color="brand"
      src={person.avatar && `/storage/user/${person.avatar}`}
      alt=""
      name={fullName(person)}
    />
  )
}
