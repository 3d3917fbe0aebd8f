import { useState } from 'react'
import classes from './face.module.css'

interface Props {
  person: { first_name: string; last_name: string; avatar: string | null }
  size: number
  /** Whose photo: of a login, or of somebody's record. */
  folder?: 'user' | 'employee' | 'casual'
}

/** A person's photo, or initials where there is none. The name is shown beside it. */
export function Face({ person, size, folder = 'user' }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { avatar } = person
  const initials = `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()
  return (
    <span
      className={classes.face}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
      aria-hidden
    >
      {avatar && avatar !== broken ? (
        <img src={`/storage/${folder}/${avatar}`} alt="" onError={() => setBroken(avatar)} />
      ) : (
        initials
      )}
    </span>
  )
}
