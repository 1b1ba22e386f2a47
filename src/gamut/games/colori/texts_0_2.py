"""The action texts of version 0.2, for its saved games. They never change."""

from __future__ import annotations

from gamut.engine.game import Setup

CARDS = (
    "Basic Red", "Basic Yellow", "Basic Blue", "Wool", "Silk", "Linen", "Cotton", "Kermes", "Cochineal", "Madder",
    "Brazilwood", "Lac", "Safflower", "Alkanet", "Dragon's Blood", "Venetian Red Earth", "Vermilion (Mineral)",
    "Woad", "Indigo", "Smalt", "Azurite", "Logwood", "Weld", "Saffron", "Turmeric", "Dyer's Broom", "Spanish Broom",
    "Old Fustic", "Venetian Sumac", "Persian Berries", "Tyrian Purple", "Orchil", "Turnsole", "Elderberry",
    "Verdigris", "Lincoln Green", "Saxon Green", "Gall Nuts", "Walnut Hulls", "Oak Bark", "Cutch", "Chestnut",
    "Alder Bark", "Iron Black", "Annatto", "Henna",
)  # fmt: skip
MIXES = (
    "red and orange", "yellow and orange", "yellow and green", "blue and green", "blue and purple",
    "red and purple", "red and yellow", "yellow and blue", "blue and red",
)  # fmt: skip
GARMENTS = (
    "Kermes Crimson Robe", "Cochineal Magenta Gown", "Madder Red Doublet", "Brazilwood Rose Cloak",
    "Lac Crimson Sash", "Safflower Pink Veil", "Alkanet Violet Bodice", "Dragon's Blood Scarlet Cape",
    "Venetian Earth Russet Tunic", "Vermilion Ceremonial Stole", "Woad Blue Workman's Apron",
    "Indigo Merchant's Coat", "Smalt Blue Brocade Vest", "Azurite Sky-Blue Mantle", "Logwood Twilight Cassock",
    "Weld Golden Festival Dress", "Saffron Gold Silk Turban", "Turmeric Amber Headscarf",
    "Dyer's Broom Yellow Kirtle", "Spanish Broom Sunlight Shawl", "Old Fustic Amber Jerkin",
    "Venetian Sumac Harvest Skirt", "Persian Berry Chartreuse Sleeve", "Tyrian Purple Imperial Toga",
    "Orchil Plum Petticoat", "Turnsole Violet Hood", "Elderberry Dusk Stockings", "Verdigris Copper-Green Surcoat",
    "Lincoln Green Huntsman's Coat", "Saxon Green Emerald Gown", "Gall Nut Tan Breeches",
    "Walnut Brown Traveler's Cloak", "Oak Bark Tawny Coif", "Catechu Cinnamon Gloves", "Chestnut Autumn Vest",
    "Alder Bark Russet Apron", "Iron Black Magistrate's Mantle", "Annatto Sunset Bandana", "Henna Terra Cotta Sash",
)  # fmt: skip


def list_old_texts(setup: Setup) -> list[str]:
    return [
        *(f"take {card}" for card in CARDS),
        *(f"destroy {card}" for card in CARDS),
        *(f"store {card}" for card in (*CARDS, "Garment")),
        *(f"destroy drawn {card}" for card in (*CARDS, "Garment")),
        *(f"mix {colours}" for colours in MIXES),
        "stop mixing",
        *(f"make {garment}" for garment in GARMENTS),
        "end turn",
    ]
