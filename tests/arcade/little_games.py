"""Small games of our own that together use every class, effect and ending that the engine plays.

`golden/NAME.json` holds what the reference framework (GVGAI, 2021-07) made of them: actions and a digest for each tick.
"""

from __future__ import annotations

YARD = """
BasicGame square_size=20
    SpriteSet
        floor > Immovable hidden=True
        crate > Passive
        pit > Immovable
        goal > Door
        gate > Portal stype=exit
        exit > Immovable orientation=DOWN
        cart > Missile orientation=RIGHT speed=0.35
        lift > Missile orientation=UP speed=0.5
        bug > RandomNPC cooldown=2 cons=1
        belt > Immovable orientation=LEFT
        ghost > RandomMissile speed=0.6
        seed > Immovable
        plant > Passive
        avatar > MovingAvatar
    LevelMapping
        . > floor
        c > floor crate
        o > floor pit
        g > floor goal
        p > floor gate
        e > floor exit
        k > floor cart
        l > floor lift
        b > floor bug
        < > floor belt
        m > floor ghost
        s > floor seed
        A > floor avatar
    InteractionSet
        crate avatar > bounceForward
        crate wall crate goal gate > undoAll notStype=cart,lift,bug,ghost
        pit crate > killBoth scoreChange=2
        avatar wall > stepBack
        avatar pit > reverseDirection scoreChange=-1
        cart wall > reverseDirection
        cart wall > stepBack
        lift wall > turnAround
        lift EOS > wrapAround
        bug wall crate > stepBack pixelPerfect=True
        bug avatar > transformTo stype=ghost scoreChange=1
        bug belt > align
        cart belt > attractGaze prob=0.5 align=True
        ghost wall > flipDirection
        ghost wall > stepBack
        ghost EOS > killSprite
        ghost gate > teleportToExit
        avatar gate > teleportToExit
        seed cart > transformTo stype=plant killSecond=True
        plant avatar > cloneSprite scoreChange=1
        plant avatar > killSprite
        goal avatar > killSprite scoreChange=5
    TerminationSet
        SpriteCounterMore stype=plant limit=6 win=False
        SpriteCounter stype=goal win=True
"""

YARD_LEVEL = """
wwwwwwwwwwwwww
w...c..k...s.w
w.A..c...o...w
w..p.....b..bw
w.c...<<<..s.w
w..m.....e...w
wl....b..c.o.w
w..k....s...gw
wwwwwww.wwwwww
"""

SHOP = """
BasicGame square_size=15
    SpriteSet
        coin > Resource limit=5
        purse > Resource value=3 limit=4
        charm > Resource limit=2
        arrow > Missile speed=0.8
        stone > Flicker limit=4
        chest > Immovable
        open > Immovable
        door > Immovable
        scale > Immovable
        toll > Immovable
        robot > RandomNPC speed=0.5
        ally > RandomNPC
        tribe >
            red > Passive
            blue > Passive
            green > Passive
        queen > Passive singleton=True
        maid > Passive
        lamp > Immovable
        dark > Immovable
        avatar > ShootAvatar stype=arrow,stone ammo=coin,purse
    LevelMapping
        c > coin
        p > purse
        h > charm
        x > chest
        d > door
        s > scale
        t > toll
        r > robot
        1 > red
        2 > blue
        m > maid
        q > queen
        l > lamp
    InteractionSet
        avatar wall > stepBack
        robot wall door > stepBack
        coin avatar > collectResource scoreChange=1
        purse avatar > collectResource scoreChange=2
        charm avatar > collectResourceIfHeld heldResource=coin value=2 scoreChange=3
        door avatar > killIfOtherHasMore resource=coin limit=2 subtract=True scoreChange=4
        avatar door > stepBack
        avatar scale > changeResource resource=coin value=-1 scoreChange=-1
        avatar toll > spawnIfHasMore resource=purse limit=1 stype=robot spend=1 prob=0.7
        avatar toll > spawnIfHasLess resource=purse limit=0 stype=stone
        chest arrow > killSprite
        arrow wall > killSprite
        arrow EOS > killSprite
        robot arrow > transformIfCount stype=ally stypeCount=robot geq=3 estype=red scoreChange=2
        red avatar > transformToRandomChild stype=tribe
        blue avatar > transformTo stype=green forceOrientation=True
        green avatar > killSprite scoreChange=1
        maid avatar > transformToSingleton stype=queen stype_other=maid takeOrientation=True
        lamp avatar > transformToAll stype=lamp stypeTo=dark
        lamp avatar > addTimer timer=9 ftype=transformToAll stype=dark stypeTo=lamp scoreChange=1
        ally avatar > killAll stype=stone scoreChange=1
        robot robot > killIfHasMore resource=coin limit=1
        ally ally > killIfHasLess resource=coin limit=-1
        stone robot > spawn stype=chest prob=0.3
        robot TIME > changeResource resource=coin
        avatar TIME > spawn stype=coin timer=25 repeating=True scoreChange=1
    TerminationSet
        MultiSpriteCounter stype1=coin stype2=purse limit=0 win=True
        MultiSpriteCounterSubTypes stype1=tribe limit=9 subTypesNum=3 win=False
        Timeout limit=180 win=False
"""

SHOP_LEVEL = """
wwwwwwwwwwwwwwww
w.A.c.c.s..t...w
w.c.h.cp...r...w
w..d.c...h..1.2w
w.pc.wwwww..m..w
w..l.......q.m.w
w.t..c..r...l..w
w..1..2.c.d.x.rw
wwwwwwwwwwwwwwww
"""

RIVER = """
BasicGame
    SpriteSet
        water > Immovable
        log > Missile speed=0.13
            east > orientation=RIGHT
            west > orientation=LEFT
        home > Door
        bank > Immovable hidden=True
        spring > SpawnPoint stype=east cooldown=7 prob=0.6 total=9
        boat > Bomber stype=net orientation=LEFT cooldown=3 prob=0.4 speed=0.4
        net > OrientedFlicker limit=6
        moss > Spreader limit=8 spreadprob=0.3 stype=weed
        weed > Immovable timeToLive=20
        avatar > MovingAvatar
    LevelMapping
        ~ > water
        = > water east
        - > water west
        H > bank home
        . > bank
        S > water spring
        B > bank boat
        m > bank moss
        A > bank avatar
    InteractionSet
        avatar log > shieldFrom stype=water ftype=killSprite
        avatar log > pullWithIt
        avatar water > killSprite scoreChange=-1
        avatar wall > stepBack
        avatar EOS > stepBack
        log EOS > wrapAround offset=1
        boat EOS > wrapAround
        net avatar > killIfFrontal scoreChange=1
        weed avatar > killSprite scoreChange=1
        home avatar > killSprite scoreChange=9
    TerminationSet
        SpriteCounter stype=home win=True
"""

RIVER_LEVEL = """
wwwwwwwHwwwwwwww
.......B......m.
~~=~~~~=~~=~~~~~
S~~~~~=~~~~=~~~~
~-~~-~~~~-~~~-~~
................
.m....A....B..m.
"""

CLINIC = """
BasicGame square_size=16
    SpriteSet
        nurse > RandomNPC
        virus > Chaser stype=patient cooldown=2
        patient > Fleeing stype=virus healthPoints=4 limitHealthPoints=6 maxDistance=60
        pill > Immovable
        elixir > Immovable
        stone > Missile orientation=DOWN speed=0.75
        wind > Missile orientation=LEFT speed=0.25
        dust > Flicker limit=3
        track > Immovable
        horn > Immovable
        lever > Immovable
        brake > Immovable
        avatar > OrientedAvatar healthPoints=9 limitHealthPoints=10
    LevelMapping
        n > nurse
        v > virus
        p > patient
        i > pill
        e > elixir
        s > stone
        d > wind
        h > horn
        l > lever
        b > brake
    InteractionSet
        nurse virus patient avatar wall > stepBack
        nurse wall > stepBack
        virus wall > stepBack
        patient wall > stepBack
        avatar wall > stepBack
        stone wall > stepBack
        patient virus > subtractHealthPoints value=2 scoreChange=-1 scoreChangeIfKilled=-5
        avatar stone > subtractHealthPoints scoreChange=-1
        patient nurse > addHealthPoints value=1 scoreChange=1
        avatar pill > addHealthPointsToMax value=5 killSecond=True scoreChange=2
        avatar elixir > addHealthPoints value=1 killSecond=True scoreChange=1
        nurse stone > killIfFromAbove scoreChange=-2
        virus avatar > killIfNotFrontal scoreChange=3
        stone lever > setSpeedForAll stype=wind value=0.8
        avatar brake > setSpeedForAll stype=stone value=0
        avatar lever > setSpeedForAll stype=stone value=1
        horn avatar > spawnBehind stype=track
        horn avatar > spawnAbove stype=dust prob=0.5
        horn avatar > spawnBelow stype=dust
        horn nurse > spawnLeft stype=track stepBack=True
        horn nurse > spawnRight stype=dust
        track avatar > subtractHealthPoints stype=patient
        wind EOS > wrapAround
        avatar TIME > subtractHealthPoints timer=40 repeating=True nextExecution=5 scoreChange=-1
    TerminationSet
        SpriteCounter stype=avatar win=False
        SpriteCounter stype=virus win=True
"""

CLINIC_LEVEL = """
wwwwwwwwwwwwwww
w..s...s..s...w
w.A.hi.....n..w
w...h..v....e.w
w.l.......p...w
w..n..d..h....w
w..p.b....v.i.w
w.h..l..s..e..w
wwwwwwwwwwwwwww
"""

HUNT = """
BasicGame obs=wall,bush
    SpriteSet
        bush > Immovable
        prey >
            hare > Fleeing stype=hounds speed=0.4
            deer > RandomNPC cons=3 speed=0.5
        hounds >
            wolf > Chaser stype=prey cooldown=3
            scout > LOSChaser stype=avatar cons=2
            lynx > PathChaser stype=avatar cooldown=2
            bear > PathAltChaser stype1=deer stype2=hare cooldown=4
            cat > RandomPathAltChaser stype1=hare stype2=deer epsilon=0.3 cooldown=2 randomTarget=True
        avatar > MovingAvatar
    LevelMapping
        b > bush
        h > hare
        d > deer
        f > wolf
        s > scout
        l > lynx
        B > bear
        c > cat
    InteractionSet
        hounds wall bush > stepBack
        prey wall bush > stepBack
        avatar wall bush > stepBack
        hare wolf > killSprite scoreChange=-1
        deer avatar > killSprite scoreChange=2
        avatar lynx > stepBack
    TerminationSet
        MultiSpriteCounter stype1=hare stype2=deer limit=1 win=True
"""

HUNT_LEVEL = """
wwwwwwwwwwwwwwwww
wA...b...d...f..w
w.ww.b.wwww.www.w
w....h...c......w
w.bb.bbb...bb.w.w
w..l....h.B...d.w
w.wwww.w.wwww.w.w
w...d..s....h...w
wwwwwwwwwwwwwwwww
"""

SKY = """
BasicGame
    SpriteSet
        shot > Missile orientation=UP singleton=True
        shell > Resource limit=9
        ufo > BomberRandomMissile stypeMissile=slow,fast orientation=RIGHT speed=0.6 prob=0.2 cooldown=2
        fall >
            slow > Missile orientation=DOWN speed=0.2
            fast > Missile orientation=DOWN speed=0.45
        kite > RandomBomber stype=leaf prob=0.1 cooldown=2
        leaf > RandomMissile speed=0.3
        nest > SpawnPointMultiSprite stypes=egg,leaf prob=0.2 cooldown=5 total=6 spawnorientation=DOWN
        egg > Missile speed=0.7 timeToLive=15
        spark > Flicker limit=5
        crew >
            avatar > FlakAvatar stype=shot ammo=shell minAmmo=1 ammoCost=2
    LevelMapping
        u > ufo
        k > kite
        n > nest
        s > shell
    InteractionSet
        shell crew > collectResource
        avatar EOS > stepBack
        ufo EOS > turnAround
        kite EOS > stepBack
        fall EOS > killSprite
        shot EOS > killSprite
        leaf EOS > transformTo stype=spark
        egg EOS > killSprite
        ufo shot > killBoth scoreChange=3
        fall shot > transformTo stype=shell killSecond=True scoreChange=1
        avatar fast > killSprite scoreChange=-2
        shell TIME > spawn stype=spark prob=0.2 timer=10 repeating=True
    TerminationSet
        SpriteCounter stype=avatar win=False
        SpriteCounter stype=ufo win=True
"""

SKY_LEVEL = """
u...k.....n.
..u.........
......k..u..
............
............
s.s.s.s.s.s.
......A.....
"""


def _driver(kind: str, more: str = "") -> str:
    """Return a game that is about one avatar that does not stand still."""
    return f"""
BasicGame square_size=12
    SpriteSet
        trail > Immovable
        bolt > Missile speed=1
        post > Passive
        flag > Immovable
        avatar > {kind} {more}
    LevelMapping
        p > post
        f > flag
    InteractionSet
        avatar wall trail > stepBack
        avatar wall > reverseDirection scoreChange=-1
        post avatar > bounceForward
        post wall post > undoAll
        post bolt > killBoth scoreChange=2
        bolt wall > killSprite
        flag avatar > killSprite scoreChange=3
        avatar EOS > wrapAround
    TerminationSet
        SpriteCounter stype=flag win=True
        Timeout limit=100 win=False
"""


DRIVER_LEVEL = """
wwwwww.wwwwwww
w............w
w..p...f..p..w
..........p...
w..f..A......w
w.........f..w
w...p........w
wwwwww.wwwwwww
"""

GAMES: dict[str, tuple[str, str]] = {
    "yard": (YARD, YARD_LEVEL),
    "shop": (SHOP, SHOP_LEVEL),
    "river": (RIVER, RIVER_LEVEL),
    "clinic": (CLINIC, CLINIC_LEVEL),
    "hunt": (HUNT, HUNT_LEVEL),
    "sky": (SKY, SKY_LEVEL),
    "horizontal": (_driver("HorizontalAvatar"), DRIVER_LEVEL),
    "missile": (_driver("MissileAvatar", "speed=0.5"), DRIVER_LEVEL),
    "ongoing": (_driver("OngoingAvatar", "speed=0.6 cooldown=2"), DRIVER_LEVEL),
    "shooter": (_driver("OngoingShootAvatar", "stype=bolt speed=0.25"), DRIVER_LEVEL),
    "turning": (_driver("OngoingTurningAvatar", "spawnBehind=trail"), DRIVER_LEVEL),
}
GAMES = {
    name: (game.lstrip("\n"), (level if " . >" in game else level.replace(".", " ")).strip("\n") + "\n")
    for name, (game, level) in GAMES.items()
}
