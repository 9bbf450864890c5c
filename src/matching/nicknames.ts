/**
 * Short names that are usual for a long one, one group a line. A prefix alone is no short name.
 * https://en.wikipedia.org/wiki/Hypocorism#English
 */
const groups = `robert bob rob bobby robbie
william bill will billy liam
james jim jimmy jamie
john jack johnny
jonathan jon jonathon
michael mike mick mikey
michaela mika
richard dick rick rich ricky
anthony tony
antonio tony toni
henry harry hank
charles chuck charlie
edward ted ned ed eddie
theodore ted theo teddy
joseph joe joey
elizabeth beth betty liz libby eliza lisa
katherine kate kathy kathryn catherine kath katie
margaret peggy meg maggie marge
alexander alex sasha sandy aleksandr
alexandra alex sasha sandra
alejandro alex ale
daniel dan danny
daniela dani
danielle dani
ronald ron ronnie
donald don donny
kenneth ken kenny
timothy tim timmy
christopher chris kit
christian chris
christine chris chrissy
christina chris tina
benjamin ben benny
samuel sam sammy
samantha sam
matthew matt
nicholas nick nic nicky
nicola nicky
patrick pat paddy
patricia pat patty tricia trish
philip phil
phillip phil
gregory greg
jeffrey jeff
geoffrey geoff
douglas doug
david dave davy
steven steve
stephen steve
frederick fred freddy rick
joshua josh
maximilian max
nathaniel nathan nat nate
peter pete
stanley stan
susan sue susie
suzanne sue
kimberly kim
jennifer jen jenny
jessica jess
victor vic
victoria vicky tori
vincent vince
walter walt wally
andrew andy drew
arthur art
barbara barb
bradley brad
cameron cam
clifford cliff
deborah deb debbie
dominic dom
thomas tom tommy
lawrence larry
laurence larry
leonard len lenny leo
gerald gerry jerry
jerome jerry
eugene gene
francis frank fran
francisco paco fran
franklin frank
raymond ray
albert al bert
alfred al fred
allan al
alan al
abraham abe
isaac ike
jacob jake
jason jay
judith judy
pamela pam
rebecca becky
rachel rach
virginia ginny
valerie val
wilfred wilf
zachary zach zack
terence terry
theresa terry tess
russell russ
roderick rod
rodney rod
randall randy
martin marty
mitchell mitch
melissa mel
melanie mel
marvin marv
lewis lew
louis lou
herbert herb bert
harold hal harry
gilbert gil
ernest ernie
clayton clay
calvin cal
cynthia cindy
amanda mandy
gabriel gabe
ignacio nacho
jose pepe
dmitry dima
ekaterina katya
mikhail misha
nikolai kolya
sergei seryozha
vladimir volodya vova
tobias tobi
sebastian seb basti
johannes hannes
matthias matze`
  .split('\n')
  .map((line) => line.split(' '));

const groupsOf = new Map<string, number[]>();
for (const [index, names] of groups.entries())
  for (const name of names) groupsOf.set(name, [...(groupsOf.get(name) ?? []), index]);

/** Whether one name is usually short for the other. "Will" and "Liam" are both "William", and are not each other. */
export const areNicknames = (one: string, other: string): boolean =>
  one !== other &&
  (groupsOf.get(one) ?? []).some(
    (index) => groups[index]?.includes(other) && [one, other].includes(groups[index][0] ?? ''),
  );
