/** Room in memory and on disks: bytes that are needed, and bytes that are free. */

/** A folder that files will be written to. */
export interface PlannedFolder {
  readonly path: string;
  readonly freeBytes: number;
  /** The file system's device: folders on one device share its free bytes. */
  readonly device: number;
}

/** The bytes that are needed of memory or of a disk, and those that it has. */
export interface Room {
  /** The folder on the disk; null for memory. */
  readonly folder: string | null;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

/** Returns the needs of each disk; those of folders on one disk are added up. */
export function diskRooms(needs: readonly { readonly place: PlannedFolder; readonly bytes: number }[]): Room[] {
  const devices = [...new Set(needs.map(({ place }) => place.device))];
  return devices.map((device) => {
    const here = needs.filter(({ place }) => place.device === device);
    const [{ place }] = here;
    const neededBytes = Math.ceil(here.reduce((sum, { bytes }) => sum + bytes, 0));
    return { folder: place.path, neededBytes, freeBytes: place.freeBytes };
  });
}

/** Returns whether there is enough of everything. */
export function fit(rooms: readonly Room[]): boolean {
  return rooms.every(({ neededBytes, freeBytes }) => neededBytes <= freeBytes);
}
